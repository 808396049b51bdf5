import type { Sandbox } from '../../../src/core/sandbox.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import { ActionError } from '../../../src/contract/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { readLine, type CallLine, type Line } from './read-line.ts'
import type { Story } from './story.ts'

/** An answer takes this long unless the script says otherwise. */
const USUAL_MS = 2
/** The sandbox closes a connection that is idle for this long. */
const KEEP_ALIVE_MS = 5_000

type Connection = { id: number; freeMs: number; last: Entry | undefined }

/** Plays a story against a sandbox whose machine clock is simulated; the history is as over HTTP. */
export function play({ script, scenario = {}, isWithoutKeepAlive = false }: Story): Sandbox {
  const sandbox = coreSandbox(scenario, { name: 'story' })
  const player = new Player(sandbox, isWithoutKeepAlive)
  const lines = script.split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.map(readLine).toSorted((a, b) => a.atMs - b.atMs)) player.play(line)
  player.numberAnswers()
  return sandbox
}

class Player {
  readonly #sandbox: Sandbox
  readonly #isWithoutKeepAlive: boolean
  readonly #connections = new Map<string, Connection>()
  readonly #cursors = new Map<string, string>()
  readonly #calls: { entry: Entry; freeMs: number; previous: Entry | undefined }[] = []
  #made = 0

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

  /** The answers in the order in which they ended, and what each call can have been sent after. */
  numberAnswers(): void {
    const inOrder = this.#calls
      .map(({ entry }) => entry)
      .toSorted((a, b) => a.endedMs! - b.endedMs! || a.number - b.number)
    for (const [index, entry] of inOrder.entries()) entry.answer = index + 1
    for (const { entry, freeMs, previous } of this.#calls) {
      const ended = inOrder.filter((other) => other.endedMs! <= freeMs && other !== entry).length
      const { id } = entry.request.connection!
      const isNew = previous === undefined
      entry.request.connection = { id, freeAfter: previous?.answer ?? ended, isNew }
    }
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
      query: line.query.replaceAll('{next}', this.#cursors.get(line.who) ?? ''),
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
    this.#calls.push({ entry, freeMs: connection.freeMs, previous: connection.last })
    connection.freeMs = entry.endedMs
    connection.last = entry
    if (entry.hasClientLeft || delivery.kind !== 'send') this.#connections.delete(line.who)
    const cursor = /"next_cursor":"([^"]+)"/.exec(entry.response.body)?.[1]
    if (cursor !== undefined) this.#cursors.set(line.who, cursor)
  }

  #connectionOf(line: CallLine, machineMs: number): Connection {
    const held = this.#connections.get(line.who)
    const isOpen = held !== undefined && machineMs - held.freeMs <= KEEP_ALIVE_MS
    if (isOpen && !line.isNew && !this.#isWithoutKeepAlive) return held
    this.#made += 1
    const freeMs = machineMs - (line.opensMs ?? 1)
    const connection = { id: this.#made, freeMs, last: undefined }
    this.#connections.set(line.who, connection)
    return connection
  }
}
