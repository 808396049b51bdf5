import { printable } from '../text/escape.ts'

/** How long a program on our port is given to say that it is one of us. */
const PATIENCE_MS = 1_000

/** The sandbox that holds a port; undefined when it is another program. */
export async function findOccupant(
  host: string,
  port: number,
): Promise<{ pid: number; version: string } | undefined> {
  for (const name of [host, '127.0.0.1', '::1']) {
    const live = await askLive(name, port)
    if (live) return live
  }
  return undefined
}

async function askLive(host: string, port: number) {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const response = await fetch(`http://${name}:${port}/_sandbox/live`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    })
    const live = (await response.json()) as Record<string, unknown> | null
    if (live?.['service'] !== 'alias-sandbox') return undefined
    return { pid: Number(live['pid']), version: printable(String(live['version'])) }
  } catch {
    return undefined // nothing that we know
  }
}
