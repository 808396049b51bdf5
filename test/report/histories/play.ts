import { timeOf } from '../../../src/contract/deliveries.ts'
import { msOf } from '../../../src/contract/history/entry-types.ts'
import { inProcess } from '../../../src/core/calls/arrival.ts'
import { toIso } from '../../../src/core/clock/times.ts'
import type {
  Connection as OrderedConnection,
  RequestEntry,
} from '../../../src/contract/history/entry.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { readLine, type CallLine, type ScriptLine } from './read-line.ts'
import type { ScriptedClient } from './scripted-client.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'

/** An answer takes this long unless the script says otherwise. */
const USUAL_MS = 2
/** The sandbox closes a connection that is idle for this long. */
const KEEP_ALIVE_MS = 5_000

type Connection = {
  id: number
  freeMs: number
  openedMs: number
  closedMs: number | undefined
}

/** At one time, answers are handed over before connections are closed, others opened, and calls arrive. */
type ServerEvent = { atMs: number; rank: number; note: (order: number) => void }

/** Plays a history against a sandbox whose machine clock is simulated; the history is as over HTTP. */
export function play({
  script,
  scenario = {},
  isWithoutKeepAlive = false,
}: ScriptedClient): Sandbox {
  const sandbox = coreSandbox(scenario, { name: 'history' })
  const player = new Player(sandbox, isWithoutKeepAlive)
  const lines = script.split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.map(readLine).toSorted((a, b) => a.atMs - b.atMs)) player.play(line)
  player.number()
  return sandbox
}

class Player {
  readonly #sandbox: Sandbox
  readonly #isWithoutKeepAlive: boolean
  readonly #connections = new Map<string, Connection>()
  /** The cursors that each worker has read; `{first}` and `{next}` stand for two of them. */
  readonly #cursors = new Map<string, string[]>()
  readonly #calls: { entry: RequestEntry; connection: Connection }[] = []
  readonly #all: Connection[] = []

  constructor(sandbox: Sandbox, isWithoutKeepAlive: boolean) {
    this.#sandbox = sandbox
    this.#isWithoutKeepAlive = isWithoutKeepAlive
  }

  play(line: ScriptLine): void {
    const machineMs = MACHINE_MS + line.atMs
    if (line.type === 'call') return this.#call(line, machineMs)
    const account = this.#sandbox.account('default')
    if (line.action === 'undo') return undoIn(this.#sandbox, account, line.to, machineMs)
    try {
      this.#sandbox.perform(account, line.action, line.args, machineMs)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error // a refused action stands in the history
    }
  }

  /** Gives everything that happened its place in the order of the server's events. */
  number(): void {
    const happened: ServerEvent[] = []
    const connections = this.#all.map(({ id, openedMs, closedMs }) => {
      const connection: OrderedConnection = { id }
      happened.push({ atMs: openedMs, rank: 2, note: (order) => (connection.opened = order) })
      if (closedMs !== undefined) {
        happened.push({ atMs: closedMs, rank: 1, note: (order) => (connection.closed = order) })
      }
      return connection
    })
    for (const { entry, connection } of this.#calls) {
      const { ended_at, real_at } = entry
      entry.connection = connections[connection.id - 1]!
      happened.push(
        { atMs: msOf(ended_at!), rank: 0, note: (order) => (entry.handed_over = order) },
        { atMs: msOf(real_at), rank: 3, note: (order) => (entry.arrived = order) },
      )
    }
    const inOrder = happened.toSorted((a, b) => a.atMs - b.atMs || a.rank - b.rank)
    for (const [index, { note }] of inOrder.entries()) note(index + 1)
  }

  #call(line: CallLine, machineMs: number): void {
    const connection = this.#connectionOf(line, machineMs)
    const account = this.#sandbox.account('default')
    const body = line.body?.replaceAll(/\{now([+-]\d+)?\}/g, (_all, more: string | undefined) =>
      String(
        Math.floor(this.#sandbox.syncClock(account, machineMs).now / 1_000) + Number(more ?? 0),
      ),
    )
    const request = {
      method: line.method,
      path: line.path,
      query: line.query
        .replaceAll('{first}', this.#cursors.get(line.who)?.[0] ?? '')
        .replaceAll('{next}', this.#cursors.get(line.who)?.at(-1) ?? ''),
      headers: {},
      content_type: line.contentType ?? (body === undefined ? undefined : 'application/json'),
      body: body ?? null,
    }
    const key = line.key === 'current' ? account.state.key.current : line.key
    const authorization = key === null ? undefined : `Bearer ${key}`
    const entry = this.#sandbox.call(request, authorization, inProcess(machineMs))
    const { delivery } = entry
    const readyMs = line.takesMs ?? (timeOf(delivery) || USUAL_MS)
    entry.client_left = line.leavesMs !== undefined && line.leavesMs < readyMs
    const endedMs = machineMs + (entry.client_left ? line.leavesMs! : readyMs)
    entry.ended_at = toIso(endedMs)
    this.#calls.push({ entry, connection })
    connection.freeMs = endedMs
    const isClosed = this.#isWithoutKeepAlive || entry.client_left || delivery.kind !== 'send'
    if (isClosed) connection.closedMs = endedMs
    const cursor = /"next_cursor":"([^"]+)"/.exec(entry.response.body)?.[1]
    if (cursor === undefined) return
    this.#cursors.set(line.who, [...(this.#cursors.get(line.who) ?? []), cursor])
  }

  #connectionOf(line: CallLine, machineMs: number): Connection {
    const held = this.#connections.get(line.who)
    if (held && held.closedMs === undefined) {
      const idleMs = machineMs - held.freeMs
      if (idleMs <= KEEP_ALIVE_MS && !line.isNew) return held
      held.closedMs = held.freeMs + Math.min(idleMs, line.isNew ? 0 : KEEP_ALIVE_MS)
    }
    const openedMs = machineMs - (line.opensMs ?? 1)
    const id = this.#all.length + 1
    const connection: Connection = { id, freeMs: openedMs, openedMs, closedMs: undefined }
    this.#all.push(connection)
    this.#connections.set(line.who, connection)
    return connection
  }
}
