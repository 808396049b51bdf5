import type { Dropped } from '../../contract/control/control-shapes.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import {
  entryId,
  isAction,
  numberOf,
  type HistoryType,
} from '../../contract/history/entry-types.ts'
import { AtOnceCounter, type AtOnce } from './at-once.ts'
import { Bases } from './bases.ts'
import { RequestLog, noneDropped } from './request-log.ts'
import { KeptEntries, type EntryCounts } from './kept-entries.ts'

/** An entry that is not a call. */
type OtherEntry = Exclude<Entry, RequestEntry>
/** An entry before it has its place. */
type UnplacedEntry<E extends OtherEntry = OtherEntry> = E extends OtherEntry
  ? Omit<E, 'order' | 'id' | 'account'>
  : never

type HistoryOptions = {
  /** The number of calls that the request log shows. */
  maxCalls: number
  counted?: EntryCounts
  /** Drops the oldest entries of all histories while these have too many bytes. */
  trim?: () => void
  /** Numbers of the entries before the first one, where they are known. */
  numbersBefore?: Partial<Record<HistoryType, number>>
  /** Receives each entry when it is added. */
  onAdded?: (entry: Entry) => void
  /** Hears that the account no longer exists, before its history is dropped. */
  onForgotten?: (account: string) => void
}

/**
 * Everything that happened to an account, in order: its inputs and the events that followed. Bounded
 * in calls and bytes: the oldest entries are dropped first, and a base stands in for them.
 */
export class History<Base = unknown> {
  readonly account: string
  readonly bases: Bases<Base>
  readonly requests: RequestLog
  readonly #options: Required<HistoryOptions>
  readonly #entries: KeptEntries
  /** The number of the newest entry of each type. */
  readonly #made: Record<HistoryType, number>
  #atOnce = new AtOnceCounter()
  readonly #forgottenCalls = noneDropped()

  constructor(account: string, options: HistoryOptions) {
    this.account = account
    this.#options = {
      counted: { lastOrder: 0, bytes: 0 },
      trim: () => {},
      numbersBefore: {},
      onAdded: () => {},
      onForgotten: () => {},
      ...options,
    }
    const { counted, numbersBefore, maxCalls } = this.#options
    this.#entries = new KeptEntries(counted)
    this.#made = { call: 0, action: 0, mail: 0, event: 0, start: 0, undo: 0, ...numbersBefore }
    this.bases = new Bases(counted, maxCalls)
    this.requests = new RequestLog(this, maxCalls)
  }

  // ── reading ──

  /** All entries, oldest first. */
  entries(): readonly Entry[] {
    return this.#entries.all()
  }

  find(id: string): Entry | undefined {
    return this.#entries.find(id)
  }

  /** Number of the next call. */
  get nextCall(): number {
    return this.#made.call + 1
  }

  /** The id of the next entry of a type. */
  nextId(type: HistoryType): string {
    return entryId(type, this.#made[type] + 1)
  }

  /** Order of the oldest entry; Infinity if there is none. */
  get oldest(): number {
    return this.entries()[0]?.order ?? Infinity
  }

  /** The number of entries of each type before these, the newest of the account. */
  numbersBefore(entries: readonly Entry[]): Record<HistoryType, number> {
    const numbers = { ...this.#made }
    for (const entry of entries.toReversed()) numbers[entry.type] = numberOf(entry) - 1
    return numbers
  }

  /** The most that the account had at once, in all its calls. */
  get atOnce(): AtOnce {
    return this.#atOnce.most
  }

  /** Number of calls that the history no longer has, by reason. */
  get forgottenCalls(): Readonly<Dropped> {
    return this.#forgottenCalls
  }

  // ── recording ──

  /** Adds a call, whose id must be the next one. */
  addCall(entry: RequestEntry): void {
    this.#place(entry)
    this.#atOnce.add(entry)
    this.requests.hideOldest()
    this.#trim()
  }

  /** Adds any other entry, and returns it with its place. */
  add<Type extends OtherEntry['type']>(
    unplaced: UnplacedEntry & { type: Type },
  ): Extract<OtherEntry, { type: Type }>
  add(unplaced: UnplacedEntry): OtherEntry {
    const place = { order: 0, id: this.nextId(unplaced.type), account: this.account }
    const entry: OtherEntry = { ...place, ...unplaced }
    this.#place(entry)
    this.#trim()
    return entry
  }

  #place(entry: Entry): void {
    this.#made[entry.type] += 1
    this.bases.note(entry.type, this.#entries.add(entry))
    this.#options.onAdded(entry)
  }

  /** Sets the value of the account before the next input; see `Bases.add`. */
  addBase(base: Base, bytes = 0, formerBytes = 0): void {
    const { lastOrder: afterOrder } = this.#entries
    this.bases.add(base, { afterOrder, nextCall: this.nextCall, bytes }, formerBytes)
  }

  /** Says of the actions and undos after this order that they changed nothing, because it could not be stored. */
  takeBack(order: number): void {
    for (const entry of this.entries().toReversed()) {
      if (entry.order <= order) return
      if (entry.type === 'undo' || (isAction(entry) && !entry.refused)) entry.unchanged = true
    }
  }

  /**
   * Goes on from a replay, with the recorded entries in the place of the repeated ones: they also say how the answers
   * were sent. Nobody is told of them. The journal was cleared up to the order `clearedTo`.
   */
  takeOver(replay: History<Base>, recorded: readonly Entry[], clearedTo: number): void {
    const made = replay.entries().map(({ order }) => order)
    const before = (recorded[0]?.order ?? 1) - 1
    // The replay has neither the entries before its start nor a start in a state.
    const firstMade = recorded.findIndex(({ id }) => replay.find(id))
    const unmade = firstMade < 0 ? recorded.length : firstMade
    const recordedOrder = (order: number) => {
      const index = unmade + made.findLastIndex((each) => each <= order)
      return recorded[Math.min(index, recorded.length - 1)]?.order ?? before
    }
    this.bases.takeOver(replay.bases.all(), recordedOrder)
    this.#entries.replace(recorded, before)
    Object.assign(this.#made, replay.#made)
    for (const entry of recorded) {
      this.#made[entry.type] = Math.max(this.#made[entry.type], numberOf(entry))
    }
    this.requests.showAfter(clearedTo)
    this.#trim()
  }

  /** Takes over the most that the account had at once. */
  raiseAtOnce(most: AtOnce): void {
    this.#atOnce.raise(most)
  }

  // ── forgetting ──

  /** Drops everything, because the account no longer exists. */
  forget(): void {
    this.#options.onForgotten(this.account)
    this.requests.clear()
    this.#entries.clear()
    this.bases.clear()
  }

  /** Drops an entry to free memory. */
  dropOldest(): void {
    const entry = this.#entries.dropOldest()
    if (entry === undefined) return
    this.bases.dropBefore(entry.order)
    if (entry.type !== 'call') return
    this.#forgottenCalls[this.requests.drop(entry) ? 'bytes' : 'entries'] += 1
  }

  /** Drops what came before a base after which there are enough calls. */
  #trim(): void {
    const { trim, maxCalls } = this.#options
    for (
      let next = this.bases.all()[1];
      next !== undefined && this.nextCall - next.nextCall >= maxCalls;
      next = this.bases.all()[1]
    ) {
      while (this.oldest <= next.afterOrder) this.dropOldest()
    }
    trim()
  }
}
