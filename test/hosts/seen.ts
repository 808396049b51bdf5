import type { Entry } from '../../src/client.ts'
import type { Hosted } from './hosts.ts'

/** Headers of a connection, and those that a client of a port adds by itself. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']
const OF_CLIENT = [
  'host',
  'content-length',
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'sec-fetch-mode',
]
/** The machine's time, and the order of what a server counts. */
const OF_MACHINE = [
  'real_at', 'ended_at', 'duration_ms', 'machine_ms', 'arrived', 'connection', 'handed_over',
] // prettier-ignore

/** All that a client sees of an answer, or of its end. */
export async function seen(answer: Promise<Response>): Promise<unknown> {
  try {
    const response = await answer
    const { status, headers } = response
    const shown = without(Object.fromEntries(headers), OF_CONNECTION)
    const body = await response.arrayBuffer().then(toText, toFailure)
    return { status, headers: shown, body }
  } catch (error) {
    return toFailure(error)
  }
}

function toText(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1')
}

/** Of an error, what every `fetch` tells: its name. Only the causes say how a connection broke. */
function toFailure(error: unknown): unknown {
  return { failed: (error as Error).name }
}

/** The entries of all accounts, without what only a connection has. */
export async function history({ sandbox }: Hosted): Promise<unknown[]> {
  return (await sandbox.history()).map(withoutHost)
}

function withoutHost(entry: Entry): unknown {
  const shown = without(entry, OF_MACHINE)
  if (entry.type !== 'call') return shown
  return {
    ...shown,
    request: {
      ...entry.request,
      headers: without(entry.request.headers, [...OF_CONNECTION, ...OF_CLIENT]),
    },
  }
}

function without(object: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** The verdicts of the report. */
export async function verdicts({ sandbox }: Hosted): Promise<unknown> {
  const { etiquette } = await sandbox.report()
  return etiquette.map(({ rule, verdict }) => [rule, verdict])
}
