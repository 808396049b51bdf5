import { limits } from '../../contract/limits.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Dropped } from '../../contract/control/control-shapes.ts'
import { entryBytes } from './entry-bytes.ts'
import { AtOnceCounter, type AtOnce } from './at-once.ts'
import { Bases, MAX_FORMER_BYTES, type Based } from './bases.ts'
import type { Entry } from './entry.ts'
import { readHistoryId, type EntryType, type HistoryEntry } from './history-entry.ts'
import { Journal } from './journal.ts'
import { SharedParts } from './shared-parts.ts'

/** What the histories of a sandbox count together: their entries, which gives them one order, and their bytes. */
export type Counted = { lastOrder: number; bytes: number }

/** An entry that is not a call. */
type OtherEntry = Exclude<HistoryEntry, Entry>
/** The same before it has its place. */
type Unplaced<E extends OtherEntry = OtherEntry> = E extends OtherEntry
  ? Omit<E, 'order' | 'number' | 'account'>
  : never

export type HistoryOptions = {
  /** The number of calls that the journal shows. */
  maxCalls: number
  counted?: Counted
  /** Drops the oldest entries of all histories while these have too many bytes. */
  trim?: () => void
  sharedParts?: SharedParts
  /** Numbers of the entries before the first one, where they are known. */
  numbersBefore?: Partial<Record<EntryType, number>>
  /** Receives each entry when it is added. */
  onAdded?: (entry: HistoryEntry) => void
  /** Hears that the account no longer exists, before its history is dropped. */
  onForgotten?: (account: string) => void
}

/** Makes the history of an account; `numbersBefore` are those of the entries before the first one. */
export type MakeHistory<Base> = (
  account: string,
  numbersBefore?: HistoryOptions['numbersBefore'],
) => History<Base>

/** A base is taken after this many calls, or this many bytes. */
const CALLS_PER_BASE = 64
const BYTES_PER_BASE = limits.historyBytes.value / 256

/**
 * Everything that happened to an account, in order: its inputs and the events that followed. Bounded
 * in calls and bytes: the oldest entries are dropped first, and a base stands in for them. The
 * journal is a view of it.
 */
export class History<Base = unknown> {
  readonly journal = new Journal(this)
  readonly account: string
  /** What the entries of this and other histories share. */
  readonly sharedParts: SharedParts
  readonly #options: Required<HistoryOptions>
  readonly #callsPerBase: number
  #entries: HistoryEntry[] = []
  /** The bytes of each entry. */
  #sizes: number[] = []
  readonly #bases: Bases<Base>
  #isBaseForced = true
  #bytesSinceBase = 0
  /** Order of the newest entry, also after it was dropped. */
  #lastOrder = 0
  readonly #made: Record<EntryType, number>
  /** Number of the oldest call that the journal shows, and the order up to which it was cleared. */
  #firstShown = 1
  #clearedTo = 0
  #atOnce = new AtOnceCounter()
  #dropped = noneDropped()
  readonly #forgottenCalls = noneDropped()

  constructor(account: string, options: HistoryOptions) {
    this.account = account
    this.#options = {
      counted: { lastOrder: 0, bytes: 0 },
      trim: () => {},
      sharedParts: new SharedParts(),
      numbersBefore: {},
      onAdded: () => {},
      onForgotten: () => {},
      ...options,
    }
    this.sharedParts = this.#options.sharedParts
    this.#bases = new Bases(this.#options.counted)
    // With few calls, each needs a base, so that all that are shown can be replayed.
    this.#callsPerBase = Math.min(CALLS_PER_BASE, Math.ceil(options.maxCalls / 16))
    const { numbersBefore } = this.#options
    this.#made = { call: 0, action: 0, mail: 0, event: 0, start: 0, rewind: 0, ...numbersBefore }
    this.#firstShown = this.nextCall
  }

  // ── recording ──

  /** Adds a call, whose number must be `nextCall`. */
  addCall(entry: Entry): void {
    this.#made.call += 1
    this.#place(entry)
    this.#atOnce.add(entry)
    if (this.#made.call - this.#firstShown >= this.#options.maxCalls) this.#hideOldest()
    this.#trim()
  }

  /** Adds any other entry, and returns it with its place. */
  add<Type extends OtherEntry['type']>(
    unplaced: Unplaced & { type: Type },
  ): Extract<OtherEntry, { type: Type }>
  add(unplaced: Unplaced): OtherEntry {
    const { type } = unplaced
    this.#made[type] += 1
    const place = { order: 0, number: this.#made[type], account: this.account }
    const entry: OtherEntry = { ...unplaced, ...place }
    this.#place(entry)
    // After any other input the next one gets a base, so that going back never repeats an action.
    if (type !== 'event') this.#isBaseForced = true
    this.#trim()
    return entry
  }

  /** Should the next input get a base? */
  get isBaseDue(): boolean {
    if (this.#isBaseForced) return true
    const last = this.bases().at(-1)
    if (last === undefined || this.#made.call + 1 - last.nextCall >= this.#callsPerBase) return true
    return this.#bytesSinceBase >= BYTES_PER_BASE
  }

  /** Sets the value of the account before the next input; see `Bases.add`. */
  addBase(base: Base, bytes = 0, formerBytes = 0): void {
    const place = { afterOrder: this.#lastOrder, nextCall: this.nextCall, bytes }
    this.#bases.add(base, place, formerBytes)
    this.#isBaseForced = false
    this.#bytesSinceBase = 0
  }

  /**
   * Replaces what a replay has made again by what was recorded, entry by entry: the record also says how the
   * answers were sent. What follows comes after it. `unmade` is the number of entries at the start that were not repeated.
   */
  takeOver(recorded: readonly HistoryEntry[], unmade = 0): void {
    const made = this.#entries.map(({ order }) => order)
    const before = (recorded[0]?.order ?? 1) - 1
    const recordedOrder = (order: number) => {
      const index = unmade + made.findLastIndex((each) => each <= order)
      return recorded[Math.min(index, recorded.length - 1)]?.order ?? before
    }
    this.#bases.renumber(recordedOrder)
    if (this.#clearedTo > 0) this.#clearedTo = recordedOrder(this.#clearedTo)
    this.#entries = [...recorded]
    this.#sizes = recorded.map((_entry, index) => this.#sizes[index] ?? 0)
    // In a replay nothing was handed over, so that all seemed to be in flight.
    this.#atOnce = new AtOnceCounter()
    this.#lastOrder = recorded.at(-1)?.order ?? this.#lastOrder
    const { counted } = this.#options
    counted.lastOrder = Math.max(counted.lastOrder, this.#lastOrder)
    for (const { type, number } of recorded) {
      this.#made[type] = Math.max(this.#made[type], number)
    }
  }

  /** Says of the actions and rewinds after this order that they changed nothing, because it could not be stored. */
  takeBack(order: number): void {
    for (let at = this.#entries.length - 1; at >= 0; at -= 1) {
      const entry = this.#entries[at]!
      if (entry.order <= order) return
      if (entry.type === 'rewind' || (isAction(entry) && !entry.refused)) entry.isIdle = true
    }
  }

  /** Takes over the most that the account had at once. */
  raiseAtOnce(most: AtOnce): void {
    this.#atOnce.raise(most)
  }

  // ── reading ──

  /** Number of the next call. */
  get nextCall(): number {
    return this.#made.call + 1
  }

  /** All entries, oldest first. */
  entries(): readonly HistoryEntry[] {
    return this.#entries
  }

  find(id: string): HistoryEntry | undefined {
    const place = readHistoryId(id)
    return this.#entries.find(
      (entry) => entry.number === place?.number && entry.type === place.type,
    )
  }

  /** The bases, oldest first: the entries after the first one are complete. */
  bases(): readonly Based<Base>[] {
    return this.#bases.all()
  }

  /** The last base before an entry; undefined if it was dropped. */
  baseBefore(entry: HistoryEntry): Based<Base> | undefined {
    return this.bases().findLast(({ afterOrder }) => afterOrder < entry.order)
  }

  /** What the report judges: the calls that the journal shows, and what happened between them. */
  visible(): readonly HistoryEntry[] {
    return this.#entries.filter((entry) => entry.order > this.#clearedTo && this.#isShown(entry))
  }

  /** The calls that the journal shows. */
  calls(): Entry[] {
    return this.#entries.filter((entry) => entry.type === 'call' && this.#isShown(entry)) as Entry[]
  }

  /** The most that the account had at once, in all its calls. */
  get atOnce(): AtOnce {
    return this.#atOnce.most
  }

  /** Number of calls that were dropped or cleared. */
  get forgotten(): number {
    return this.#firstShown - 1
  }

  /** Number of calls that the journal dropped by reason, without cleared ones. The history may still have them. */
  get dropped(): Readonly<Dropped> {
    return this.#dropped
  }

  /** Number of calls that the history no longer has, by reason. */
  get forgottenCalls(): Readonly<Dropped> {
    return this.#forgottenCalls
  }

  /** Is there room for a value of so many bytes that the account no longer has? */
  canKeep(bytes: number): boolean {
    return bytes <= MAX_FORMER_BYTES
  }

  /** Order of the oldest entry; Infinity if there is none. */
  get oldest(): number {
    return this.#entries[0]?.order ?? Infinity
  }

  // ── forgetting ──

  /** Clears the journal; the history stays. */
  clearJournal(): void {
    this.#firstShown = this.nextCall
    this.#clearedTo = this.#options.counted.lastOrder
    this.#dropped = noneDropped()
  }

  /** Drops everything, because the account no longer exists. */
  forget(): void {
    this.#options.onForgotten(this.account)
    this.clearJournal()
    for (const size of this.#sizes) this.#options.counted.bytes -= size
    this.#entries = []
    this.#sizes = []
    this.#bases.clear()
  }

  /** Drops an entry to free memory. */
  dropOldest(): void {
    const entry = this.#entries.shift()
    if (entry === undefined) return
    this.#options.counted.bytes -= this.#sizes.shift()!
    this.#bases.dropBefore(entry.order)
    if (entry.type !== 'call') return
    const isHidden = entry.number < this.#firstShown
    this.#forgottenCalls[isHidden ? 'entries' : 'bytes'] += 1
    if (isHidden) return
    this.#firstShown = entry.number + 1
    this.#dropped.bytes += 1
  }

  #place(entry: HistoryEntry): void {
    const { counted } = this.#options
    counted.lastOrder += 1
    entry.order = counted.lastOrder
    this.#lastOrder = entry.order
    const bytes = entryBytes(entry)
    this.#entries.push(entry)
    this.#sizes.push(bytes)
    this.#bytesSinceBase += bytes
    counted.bytes += bytes
    this.#options.onAdded(entry)
  }

  #trim(): void {
    const { trim, maxCalls } = this.#options
    for (
      let next = this.bases()[1];
      next !== undefined && this.nextCall - next.nextCall >= maxCalls;
      next = this.bases()[1]
    ) {
      this.#dropUpTo(next.afterOrder)
    }
    trim()
  }

  #isShown(entry: HistoryEntry): boolean {
    return entry.type !== 'call' || entry.number >= this.#firstShown
  }

  #hideOldest(): void {
    this.#firstShown += 1
    this.#dropped.entries += 1
  }

  #dropUpTo(order: number): void {
    while (this.oldest <= order) this.dropOldest()
  }
}

function noneDropped(): Dropped {
  return { entries: 0, bytes: 0 }
}
