import type { ConnectionLife } from '../../../src/contract/history/api-message.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { readLine, type CallLine, type Line } from './read-line.ts'
import type { Story } from './story.ts'

/** An answer takes this long unless the script says otherwise. */
const USUAL_MS = 2
/** The sandbox closes a connection that is idle for this long. */
const KEEP_ALIVE_MS = 5_000

type Connection = {
  id: number
  freeMs: number
  closedMs: number | undefined
  life: ConnectionLife
  /** The moment at which it was opened. */
  opened: number
  /** The calls on it that have arrived. */
  calls: Entry[]
}

/** At one time, answers end before connections are closed, others opened, and calls arrive. */
type Happened = { atMs: number; rank: number; note: (moment: number) => void }

/** Plays a story against a sandbox whose machine clock is simulated; the history is as over HTTP. */
export function play({ script, scenario = {}, isWithoutKeepAlive = false }: Story): Sandbox {
  const sandbox = coreSandbox(scenario, { name: 'story' })
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
  /** Those that each worker has read; `{first}` and `{next}` stand for two of them. */
  readonly #cursors = new Map<string, string[]>()
  readonly #calls: { entry: Entry; connection: Connection; openedMs: number | undefined }[] = []
  readonly #all: Connection[] = []

  constructor(sandbox: Sandbox, isWithoutKeepAlive: boolean) {
    this.#sandbox = sandbox
    this.#isWithoutKeepAlive = isWithoutKeepAlive
  }

  play(line: Line): void {
    const machineMs = MACHINE_MS + line.atMs
    if (line.type === 'call') return this.#call(line, machineMs)
    const account = this.#sandbox.account('default')
    if (line.action === 'rewind') return this.#sandbox.rewind(account, line.to, machineMs)
    try {
      this.#sandbox.perform(account, line.action, line.args, machineMs)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error // a refused action stands in the history
    }
  }

  /** Gives all that happened to connections its moment, in the order in which it happened. */
  number(): void {
    const happened = this.#calls.flatMap(({ entry, connection, openedMs }): Happened[] => [
      { atMs: entry.endedMs!, rank: 0, note: (moment) => (entry.answer = moment) },
      ...(openedMs === undefined
        ? []
        : [{ atMs: openedMs, rank: 2, note: (moment: number) => (connection.opened = moment) }]),
      {
        atMs: entry.machineMs,
        rank: 3,
        note: (arrivedAfter) => {
          const { id, life, opened } = connection
          const freeAfter = connection.calls.at(-1)?.answer ?? opened
          const isNew = connection.calls.length === 0
          connection.calls.push(entry)
          entry.request.connection = { id, freeAfter, isNew, arrivedAfter, life }
        },
      },
    ])
    for (const { life, closedMs } of this.#all) {
      if (closedMs === undefined) continue
      happened.push({ atMs: closedMs, rank: 1, note: (moment) => (life.closedAfter = moment) })
    }
    const inOrder = happened.toSorted((a, b) => a.atMs - b.atMs || a.rank - b.rank)
    for (const [index, { note }] of inOrder.entries()) note(index + 1)
  }

  #call(line: CallLine, machineMs: number): void {
    const { connection, openedMs } = this.#connectionOf(line, machineMs)
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
      contentType: line.contentType ?? (body === undefined ? undefined : 'application/json'),
      body: body ?? null,
      connection: { id: connection.id },
    }
    const key = line.key === 'current' ? account.state.key.current : line.key
    const entry = this.#sandbox.call(request, key === null ? undefined : `Bearer ${key}`, machineMs)
    const { delivery } = entry
    const readyMs = line.takesMs ?? (delivery.delayMs || USUAL_MS)
    entry.hasClientLeft = line.leavesMs !== undefined && line.leavesMs < readyMs
    entry.endedMs = machineMs + (entry.hasClientLeft ? line.leavesMs! : readyMs)
    this.#calls.push({ entry, connection, openedMs })
    connection.freeMs = entry.endedMs
    const isClosed = this.#isWithoutKeepAlive || entry.hasClientLeft || delivery.kind !== 'send'
    if (isClosed) connection.closedMs = entry.endedMs
    const cursor = /"next_cursor":"([^"]+)"/.exec(entry.response.body)?.[1]
    if (cursor === undefined) return
    this.#cursors.set(line.who, [...(this.#cursors.get(line.who) ?? []), cursor])
  }

  #connectionOf(
    line: CallLine,
    machineMs: number,
  ): { connection: Connection; openedMs: number | undefined } {
    const held = this.#connections.get(line.who)
    if (held && held.closedMs === undefined) {
      const idleMs = machineMs - held.freeMs
      if (idleMs <= KEEP_ALIVE_MS && !line.isNew) return { connection: held, openedMs: undefined }
      held.closedMs = held.freeMs + Math.min(idleMs, line.isNew ? 0 : KEEP_ALIVE_MS)
    }
    const openedMs = machineMs - (line.opensMs ?? 1)
    const connection: Connection = {
      id: this.#all.length + 1,
      freeMs: openedMs,
      closedMs: undefined,
      life: {},
      opened: 0,
      calls: [],
    }
    this.#all.push(connection)
    this.#connections.set(line.who, connection)
    return { connection, openedMs }
  }
}
