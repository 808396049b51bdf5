import { printable } from '../../text/escape.ts'
import { httpFetch } from './http-fetch.ts'

/** How long a program on our port is given to say that it is one of us; who waits is told within 1 s. */
const ANSWER_MS = 500

/** The sandbox that holds a port; undefined when it is another program. */
export async function findPortOwner(
  host: string,
  port: number,
): Promise<{ pid: number; version: string } | undefined> {
  const names = [...new Set([host, '127.0.0.1', '::1'])]
  const answers = await Promise.all(names.map((name) => askLive(name, port)))
  return answers.find((live) => live !== undefined)
}

async function askLive(host: string, port: number) {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const response = await httpFetch(`http://${name}:${port}/_sandbox/live`, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const live = (await response.json()) as Record<string, unknown> | null
    if (live?.['service'] !== 'alias-sandbox') return undefined
    return { pid: Number(live['pid']), version: printable(String(live['version'])) }
  } catch {
    return undefined // nothing that we know
  }
}
