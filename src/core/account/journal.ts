import type { Dropped } from '../../contract/control-shapes.ts'
import { JournalBudget } from '../memory/journal-budget.ts'
import type { Entry } from './entry.ts'
import { weighEntry } from './weigh-entry.ts'

/** The last calls of an account: bounded in number and in bytes, oldest out first. */
export class Journal {
  readonly #capacity: number
  readonly #budget: JournalBudget
  #entries: Entry[] = []
  /** What each of the entries weighs. */
  #weights: number[] = []
  #bytes = 0
  #made = 0
  #dropped = noneDropped()

  readonly #onCleared: (entries: readonly Entry[]) => void

  /** `budget` bounds all journals of a sandbox together; `onCleared` gets what is forgotten on request. */
  constructor(
    capacity: number,
    budget = new JournalBudget(),
    onCleared: (entries: readonly Entry[]) => void = () => {},
  ) {
    this.#capacity = capacity
    this.#budget = budget
    this.#onCleared = onCleared
  }

  /** The number that the next entry will have. */
  get next(): number {
    return this.#made + 1
  }

  add(entry: Entry): void {
    this.#made += 1
    const { own, shared } = weighEntry(entry, this.#entries.at(-1))
    // What the entry before has in common with this one is kept once, and goes with the later one.
    if (shared > 0) this.#weights[this.#weights.length - 1]! -= shared
    this.#entries.push(entry)
    this.#weights.push(own)
    this.#bytes += own - shared
    this.#budget.add(this, own - shared)
    while (this.#entries.length > this.#capacity) this.#drop('entries')
    while (this.#bytes > this.#budget.maxAccountBytes) this.#drop('account_bytes')
    this.#budget.trim()
  }

  /** Makes room for other journals of the sandbox. */
  dropOldest(): void {
    this.#drop('sandbox_bytes')
  }

  /** How many entries were dropped or cleared. */
  get forgotten(): number {
    return this.#made - this.#entries.length
  }

  /** Why entries are missing; those that were cleared are not counted. */
  get dropped(): Readonly<Dropped> {
    return this.#dropped
  }

  /** What the entries need in memory, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The number of the oldest entry that is kept, or that will be. */
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

  /** Forgets the entries; numbers go on, so that no entry is ever taken for another. */
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
