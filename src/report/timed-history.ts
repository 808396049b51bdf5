import type { Entry, EventEntry, PerformedEntry, RequestEntry } from '../contract/history/entry.ts'
import { isAction, msOf } from '../contract/history/entry-types.ts'
import { beginningOf, causeOf } from '../core/record/cause-of.ts'
import { parseQuery } from '../core/calls/list-request.ts'
import {
  countAtOnce,
  isOfAccount,
  largerOf,
  nothingAtOnce,
  type AtOnce,
} from '../core/record/at-once.ts'

/** The history of one account, prepared for the rules: each asks how much time passed, and how many were at work. */
export class TimedHistory {
  readonly entries: readonly Entry[]
  readonly calls: readonly RequestEntry[]
  /** The most that the account had at once, in this record or before it. */
  readonly atOnce: AtOnce
  /** Account time that somebody skipped before an entry, in milliseconds. */
  readonly #skippedMs = new Map<Entry, number>()
  /** At an undo, the part of it that was undone before another call, in milliseconds. */
  readonly #undoneMs = new Map<Entry, number>()
  /** Real time that clients waited before an entry although it took none, in milliseconds. */
  readonly #waitedMs = new Map<Entry, number>()
  /** The orders of the entries to which the account was undone, by their ids. */
  readonly #orders: ReadonlyMap<string, number>
  readonly #undone: ReadonlySet<Entry>
  /** The actions that moved the clock by what a client waited. */
  readonly #waits: ReadonlySet<string>
  readonly #queries = new Map<string, Map<string, string[]>>()

  /** `before` is what the account had at once in calls that are forgotten. */
  constructor(entries: readonly Entry[], before: AtOnce = nothingAtOnce) {
    this.entries = entries
    this.calls = entries.filter((entry) => entry.type === 'call')
    this.atOnce = largerOf(before, countAtOnce(this.calls.filter(isOfAccount)))
    this.#orders = ordersOfTargets(entries)
    this.#undone = findUndone(entries, this.#orders)
    this.#waits = new Set(entries.filter(isWait).map(({ id }) => id))
    this.#measureSkips()
  }

  /** The place of an entry to which the account was undone; 0 if it is no longer in the history. */
  orderOf(id: string): number {
    return this.#orders.get(id) ?? 0
  }

  /** Was it undone by an undo before another call was made? */
  isUndone(entry: Entry): boolean {
    return this.#undone.has(entry)
  }

  /** Did an event happen because time passed, and not because somebody moved the clock? */
  hasPassed({ during }: EventEntry): boolean {
    return during === null || this.#waits.has(during)
  }

  /** Real time between two entries, plus the account time that was skipped, each second of it worth `rate`. */
  elapsedMs(from: Entry, to: Entry, rate = 1): number {
    return this.passedMs(from, to) + this.skippedMs(from, to) * rate
  }

  /** Real time between two entries, as the client felt it. */
  passedMs(from: Entry, to: Entry): number {
    const waitedMs = (this.#waitedMs.get(to) ?? 0) - (this.#waitedMs.get(from) ?? 0)
    return msOf(to.real_at) - msOf(from.real_at) + waitedMs
  }

  /** Account time between two entries that did not pass but was skipped by moving the clock. */
  skippedMs(from: Entry, to: Entry): number {
    return (this.#skippedMs.get(to) ?? 0) - (this.#skippedMs.get(from) ?? 0)
  }

  queryOf({ request: { query } }: RequestEntry): Map<string, string[]> {
    let parsed = this.#queries.get(query)
    if (!parsed) this.#queries.set(query, (parsed = parseQuery(query)))
    return parsed
  }

  /** The time of the account at an entry; at an undo, without the moves of the clock that were undone before a call. */
  accountMsAt(entry: Entry): number {
    return msOf(entry.at) - (this.#undoneMs.get(entry) ?? 0)
  }

  #measureSkips(): void {
    let [skippedMs, waitedMs, scale] = [0, 0, 1]
    let before: Entry | undefined
    /** The moves of the clock since the last call, and the entries that made them, as far as no undo took them back. */
    let moves: Move[] = []
    for (const entry of this.entries) {
      if (!isConsequence(entry)) {
        if (before) {
          const realMs = Math.max(0, msOf(entry.real_at) - msOf(before.real_at))
          const knownMs = realMs * scale + movedByWait(before)
          const unexplainedMs = msOf(entry.at) - msOf(before.at) - knownMs
          if (unexplainedMs > ROUNDING_MS) {
            skippedMs += unexplainedMs
            moves.push({ by: before, ms: unexplainedMs })
          }
          waitedMs += movedByWait(before) / (scale || 1)
        }
        scale = scaleAfter(entry, scale)
        before = entry
      }
      let takenBackLaterMs = 0
      // A client keeps the answers that it was served.
      if (entry.type === 'call') moves = []
      else if (entry.type === 'undo') {
        const from = this.orderOf(entry.to)
        const takenBackMs = sum(moves.filter(({ by }) => by.order >= from))
        moves = moves.filter(({ by }) => by.order < from)
        takenBackLaterMs = sum(moves.filter(({ by }) => this.isUndone(by)))
        this.#undoneMs.set(entry, takenBackMs + takenBackLaterMs)
        skippedMs -= takenBackMs
      }
      this.#skippedMs.set(entry, skippedMs - takenBackLaterMs)
      this.#waitedMs.set(entry, waitedMs)
    }
  }
}

type Move = { by: Entry; ms: number }

function sum(moves: readonly Move[]): number {
  return moves.reduce((total, { ms }) => total + ms, 0)
}

/** By how much of account time an action moved the clock because a client waited, in milliseconds. */
function movedByWait(entry: Entry): number {
  if (!isWait(entry)) return 0
  const { advanced_seconds: seconds = 0 } = entry.result as { advanced_seconds?: number }
  return seconds * 1_000
}

function isWait(entry: Entry): entry is PerformedEntry & { result: object } {
  if (!isAction(entry) || entry.action !== 'advance_clock' || !entry.result) return false
  return (entry.arguments as { waited?: unknown } | null)?.waited === true
}

/** A scaled clock shows whole milliseconds. */
const ROUNDING_MS = 1

/** Consequences stand at the time at which they were due, which may be long before they are applied. */
function isConsequence(entry: Entry): boolean {
  return entry.type === 'event' || (isAction(entry) && entry.origin === 'timeline')
}

/** The speed of the account's clock from this entry on. */
function scaleAfter(entry: Entry, scale: number): number {
  if (entry.type === 'call') return entry.clock_scale
  if (entry.type === 'start') return entry.clock.mode === 'frozen' ? 0 : entry.clock.scale
  if (!isAction(entry) || entry.result === undefined) return scale
  if (entry.action === 'freeze_clock') return 0
  const resumed = (entry.result as { scale?: unknown }).scale
  return entry.action === 'resume_clock' && typeof resumed === 'number' ? resumed : scale
}

/** The orders of the entries to which an account was undone, by their ids. */
function ordersOfTargets(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const orders = new Map<string, number>()
  const targets = new Set(entries.flatMap((entry) => (entry.type === 'undo' ? [entry.to] : [])))
  if (targets.size === 0) return orders
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const history = { entries: () => entries, find: (id: string) => byId.get(id) }
  for (const id of targets) {
    const target = byId.get(id)
    if (target) orders.set(id, beginningOf(history, causeOf(history, target)))
  }
  return orders
}

/**
 * The actions, events and undos that an undo undid before the client made a call. An undo that was
 * itself undone undoes nothing.
 */
function findUndone(
  entries: readonly Entry[],
  orders: ReadonlyMap<string, number>,
): ReadonlySet<Entry> {
  const undone = new Set<Entry>()
  if (orders.size === 0) return undone
  let from = Infinity
  for (const entry of entries.toReversed()) {
    if (entry.type === 'call') from = Infinity
    else if (entry.order >= from) undone.add(entry)
    else if (entry.type === 'undo') from = orders.get(entry.to) ?? 0
  }
  return undone
}
