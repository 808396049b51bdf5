import type { Dropped } from '../../contract/control-shapes.ts'
import { JournalBudget } from '../memory/journal-budget.ts'
import type { Entry } from './entry.ts'
import { weighEntry } from './weigh-entry.ts'

/** The latest calls of an account, limited in number and in bytes; the oldest are dropped first. */
export class Journal {
  readonly #capacity: number
  readonly #budget: JournalBudget
  #entries: Entry[] = []
  /** Weight of each entry. */
  #weights: number[] = []
  #bytes = 0
  #made = 0
  #dropped = noneDropped()

  readonly #onCleared: (entries: readonly Entry[]) => void

  /** `budget` limits all journals of a sandbox together; `onCleared` receives the cleared entries. */
  constructor(
    capacity: number,
    budget = new JournalBudget(),
    onCleared: (entries: readonly Entry[]) => void = () => {},
  ) {
    this.#capacity = capacity
    this.#budget = budget
    this.#onCleared = onCleared
  }

  /** Number of the next entry. */
  get next(): number {
    return this.#made + 1
  }

  add(entry: Entry): void {
    this.#made += 1
    const { own, shared } = weighEntry(entry, this.#entries.at(-1))
    // What both entries share is counted once, for the later one, because the earlier one is
    // dropped first.
    if (shared > 0) this.#weights[this.#weights.length - 1]! -= shared
    this.#entries.push(entry)
    this.#weights.push(own)
    this.#bytes += own - shared
    this.#budget.add(this, own - shared)
    while (this.#entries.length > this.#capacity) this.#drop('entries')
    while (this.#bytes > this.#budget.maxAccountBytes) this.#drop('account_bytes')
    this.#budget.trim()
  }

  /** Drops an entry to free memory for other journals of the sandbox. */
  dropOldest(): void {
    this.#drop('sandbox_bytes')
  }

  /** Number of entries that were dropped or cleared. */
  get forgotten(): number {
    return this.#made - this.#entries.length
  }

  /** Number of dropped entries by reason, without cleared ones. */
  get dropped(): Readonly<Dropped> {
    return this.#dropped
  }

  /** Memory used by the entries, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of the oldest entry, or of the next one when the journal is empty. */
  get oldest(): number {
    return this.#entries[0]?.number ?? this.next
  }

  /** Oldest first. */
  entries(): readonly Entry[] {
    return this.#entries
  }

  find(number: number): Entry | undefined {
    return this.#entries.find((entry) => entry.number === number)
  }

  /** Clears the journal. Numbering continues, so that a number never refers to two entries. */
  clear(): void {
    if (this.#entries.length > 0) this.#onCleared(this.#entries)
    this.#budget.remove(this.#bytes)
    this.#entries = []
    this.#weights = []
    this.#bytes = 0
    this.#dropped = noneDropped()
  }

  #drop(reason: keyof Dropped): void {
    const weight = this.#weights.shift() ?? 0
    this.#entries.shift()
    this.#bytes -= weight
    this.#budget.remove(weight)
    this.#dropped[reason] += 1
  }
}

function noneDropped(): Dropped {
  return { entries: 0, account_bytes: 0, sandbox_bytes: 0 }
}
