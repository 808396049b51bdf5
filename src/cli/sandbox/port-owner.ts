import { printable } from '../../text/escape.ts'
import { httpFetch } from './http-fetch.ts'

/** How long to wait for the program on the port to identify itself, so that the error appears within 1 s. */
const ANSWER_MS = 500

/** Returns the sandbox that uses a port; undefined if another program does. */
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
    return undefined // not a sandbox
  }
}
