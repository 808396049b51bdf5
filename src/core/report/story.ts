import type { CallEntry, HistoryEntry } from '../record/history-entry.ts'
import { arrivesWhole } from '../record/delivery.ts'
import { parseQuery } from '../calls/list-request.ts'
import { findUndone, ordersOfTargets } from './undone.ts'
import { findUsers, type User } from './workers.ts'

/** The history of one account, prepared for the rules: each asks who made a call, and how much time passed. */
export class Story {
  readonly entries: readonly HistoryEntry[]
  readonly calls: readonly CallEntry[]
  readonly #users: ReadonlyMap<number, User>
  /** Account time that somebody skipped before an entry, in milliseconds. */
  readonly #skippedMs = new Map<HistoryEntry, number>()
  /** The call before on the same connection. */
  readonly #previous = new Map<CallEntry, CallEntry>()
  readonly #indexOf: ReadonlyMap<CallEntry, number>
  /** Number of the first call on each connection. */
  readonly #firstOn = new Map<number, number>()
  /** The orders of the entries to which the account was rewound, by their ids. */
  readonly #orders: ReadonlyMap<string, number>
  readonly #undone: ReadonlySet<HistoryEntry>
  readonly #queries = new Map<string, Map<string, string[]>>()

  constructor(entries: readonly HistoryEntry[]) {
    this.entries = entries
    this.calls = entries.filter((entry) => entry.type === 'call')
    this.#indexOf = new Map(this.calls.map((call, index) => [call, index]))
    this.#users = findUsers(this.calls)
    this.#orders = ordersOfTargets(entries)
    this.#undone = findUndone(entries, this.#orders)
    this.#measureSkips()
    const latest = new Map<number, CallEntry>()
    for (const call of this.calls) {
      const id = call.request.connection?.id
      if (id === undefined) continue
      const before = latest.get(id)
      if (!before) this.#firstOn.set(id, call.number)
      if (before) this.#previous.set(call, before)
      latest.set(id, call)
    }
  }

  /** The place of an entry to which the account was rewound; 0 if it is no longer in the history. */
  orderOf(id: string): number {
    return this.#orders.get(id) ?? 0
  }

  /** Was it undone by a rewind before another call was made? */
  isUndone(entry: HistoryEntry): boolean {
    return this.#undone.has(entry)
  }

  /** The worker that made a call; calls without a connection come from one worker. */
  workerOf(call: CallEntry): number {
    return this.#userOf(call)?.worker ?? 0
  }

  /**
   * The client that made a call: the worker, if others worked beside it for certain. Otherwise there is
   * one client, which may use several connections in turn.
   */
  clientOf(call: CallEntry): number {
    const user = this.#userOf(call)
    return user?.isParallel ? user.worker : ONE_CLIENT
  }

  /** Did different workers make these calls, for certain? */
  isParallel(a: CallEntry, b: CallEntry): boolean {
    return this.clientOf(a) !== this.clientOf(b)
  }

  #userOf({ request }: CallEntry): User | undefined {
    return request.connection && this.#users.get(request.connection.id)
  }

  /** Was the connection of a call in use before `earlier`, which came on another one? */
  isOlder(call: CallEntry, earlier: CallEntry): boolean {
    const id = call.request.connection?.id
    if (id === undefined || id === earlier.request.connection?.id) return false
    return (this.#firstOn.get(id) ?? Infinity) < earlier.number
  }

  /** Are these the first calls on connections that were opened together? */
  areOpenedTogether(a: CallEntry, b: CallEntry): boolean {
    if (this.#previous.has(a) || this.#previous.has(b)) return false
    const group = this.#userOf(a)?.group
    return group !== undefined && group === this.#userOf(b)?.group
  }

  previousOnConnection(call: CallEntry): CallEntry | undefined {
    return this.#previous.get(call)
  }

  /** Real time between two entries, plus the account time that was skipped, each second of it worth `rate`. */
  elapsedMs(from: HistoryEntry, to: HistoryEntry, rate = 1): number {
    return to.machineMs - from.machineMs + this.skippedMs(from, to) * rate
  }

  /** Account time between two entries that did not pass but was skipped by moving the clock. */
  skippedMs(from: HistoryEntry, to: HistoryEntry): number {
    return (this.#skippedMs.get(to) ?? 0) - (this.#skippedMs.get(from) ?? 0)
  }

  /**
   * How many workers of a pool may make this call: those that made one a moment before, or have just
   * waited as they were asked to, and are not waiting for an answer. A pool sends a call on any free
   * connection. Counts to one more than `enough`.
   */
  poolSize(call: CallEntry, enough: number): number {
    if (this.clientOf(call) === ONE_CLIENT) return 1
    const seen = new Set<number>()
    let idle = 0
    const at = this.#indexOf.get(call)!
    for (let index = at - 1; index >= Math.max(0, at - POOL_CALLS) && idle <= enough; index -= 1) {
      const before = this.calls[index]!
      const worker = this.clientOf(before)
      if (seen.has(worker)) continue
      seen.add(worker)
      const isBusy = before.endedMs === null || before.endedMs > call.machineMs
      const restedMs = call.machineMs - before.machineMs - askedToWaitMs(before)
      if (!isBusy && restedMs <= POOL_MS) idle += 1
    }
    return idle
  }

  /**
   * Does one client use two connections in turn, as one that does not read its answers to the end? Then
   * the calls alternate, and the next one follows at once.
   */
  isInTurn(refusal: CallEntry, call: CallEntry): boolean {
    if (call.machineMs - refusal.endedMs! > ON_ITS_WAY_MS) return false
    const at = this.#indexOf.get(call)!
    const last = this.calls.slice(Math.max(0, at - TURNS + 1), at + 1)
    const [one, other] = last.map(({ request }) => request.connection?.id)
    return (
      last.length === TURNS &&
      one !== other &&
      last.every(
        (each, index) =>
          this.clientOf(each) === ONE_CLIENT &&
          each.request.connection?.id === (index % 2 === 0 ? one : other),
      )
    )
  }

  queryOf({ request: { query } }: CallEntry): Map<string, string[]> {
    let parsed = this.#queries.get(query)
    if (!parsed) this.#queries.set(query, (parsed = parseQuery(query)))
    return parsed
  }

  #measureSkips(): void {
    let skippedMs = 0
    let scale = 1
    let before: HistoryEntry | undefined
    for (const entry of this.entries) {
      if (isConsequence(entry)) {
        this.#skippedMs.set(entry, skippedMs)
        continue
      }
      if (before) {
        const realMs = Math.max(0, entry.machineMs - before.machineMs)
        const unexplainedMs = entry.accountMs - before.accountMs - realMs * scale
        if (unexplainedMs > ROUNDING_MS) skippedMs += unexplainedMs
      }
      this.#skippedMs.set(entry, skippedMs)
      scale = scaleAfter(entry, scale)
      before = entry
    }
  }
}

function askedToWaitMs({ response }: CallEntry): number {
  return (response.retryAfterSeconds ?? 0) * 1_000
}

/**
 * A call of a parallel worker may have been sent this long before it arrived: a new connection has to be
 * opened, and a busy machine reads it late.
 */
export const ON_ITS_WAY_MS = 250

/** The number of a client that works alone. */
const ONE_CLIENT = -1

/** Calls on two connections in turn that are no coincidence. */
const TURNS = 4

/** The workers of a busy pool call at least this often. */
export const POOL_MS = 1_000
/** So many calls back are enough to see them. */
const POOL_CALLS = 100

/** A scaled clock shows whole milliseconds. */
const ROUNDING_MS = 1

/** Consequences stand at the time at which they were due, which may be long before they are applied. */
function isConsequence(entry: HistoryEntry): boolean {
  return entry.type === 'event' || (entry.type === 'action' && entry.origin === 'timeline')
}

/** The speed of the account's clock from this entry on. */
function scaleAfter(entry: HistoryEntry, scale: number): number {
  if (entry.type === 'call') return entry.clockScale
  if (entry.type === 'start') return entry.clock.mode === 'frozen' ? 0 : entry.clock.scale
  if (entry.type !== 'action' || entry.result === null) return scale
  if (entry.action === 'freeze_clock') return 0
  const resumed = (entry.result as { scale?: unknown }).scale
  return entry.action === 'resume_clock' && typeof resumed === 'number' ? resumed : scale
}

/** Has the client received the complete answer? Not if it had left, or if the answer was lost or is not sent yet. */
export function isRead(call: CallEntry): call is CallEntry & { endedMs: number } {
  return arrivesWhole(call.delivery) && !call.hasClientLeft && call.endedMs !== null
}
