import { printable } from '../../text/escape.ts'
import { httpFetch } from './http-fetch.ts'

/** How long to wait for the program on the port to identify itself. A sandbox on a busy machine needs a while. */
const ANSWER_MS = 2_000

/** Who uses a port: a sandbox, another program, or one that does not answer, which can be either. */
export type PortOwner = { pid: number; version: string } | 'other' | 'silent'

export async function findPortOwner(host: string, port: number): Promise<PortOwner> {
  const names = [...new Set([host, '127.0.0.1', '::1'])]
  const answers = await Promise.all(names.map((name) => askLive(name, port)))
  const sandbox = answers.find((answer) => typeof answer === 'object')
  return sandbox ?? (answers.includes('silent') ? 'silent' : 'other')
}

async function askLive(host: string, port: number): Promise<PortOwner> {
  const name = host.includes(':') ? `[${host}]` : host
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await httpFetch(`http://${name}:${port}/_sandbox/live`, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal,
    })
    const live = (await response.json()) as Record<string, unknown> | null
    if (live?.['service'] !== 'alias-sandbox') return 'other'
    return { pid: Number(live['pid']), version: printable(String(live['version'])) }
  } catch {
    return signal.aborted ? 'silent' : 'other'
  }
}
