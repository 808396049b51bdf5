import { JournalBudget } from '../memory/journal-budget.ts'
import { weighEntry } from './weigh-entry.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { FaultKind } from '../../contract/faults.ts'
import type { Operation } from '../../contract/rules.ts'

/** A call as it came to `/v1`. The key is cut from its headers before it gets here. */
export type ApiRequest = {
  method: string
  path: string
  /** The query without its question mark. */
  query: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  contentType: string | undefined
  /** The body's text; null for none; why it cannot be read, when it cannot. */
  body: string | null
  unreadable?: 'too_large' | 'not_utf8'
  /** Which connection it came on, and how many were open then. */
  connection?: { id: number; open: number }
}

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What the body needs in memory, in bytes, where it is composed only when it is read. */
  readonly weight?: number
  /** The body as the parts that it is composed of, for one that is too large to be composed. */
  readonly pieces?: () => string[]
}

/** How an answer goes out: whole, not at all (closed or left hanging), or broken off halfway. */
export type Delivery = 'send' | 'drop' | 'hang' | 'truncate'

export type Outcome = 'created' | 'listed' | ErrorName | FaultKind

/** One step that a call passed, or did not, with its numbers. */
export type CheckMade = {
  readonly check: string
  readonly passed: boolean
  readonly detail?: string | undefined
}

/** One call that an account received, with the reason for its answer. */
export type Entry = {
  /** Counts from 1 in each account. */
  number: number
  at: number
  realAt: number
  account: string
  operation: Operation | null
  request: ApiRequest
  response: ApiResponse
  delivery: Delivery
  delayMs: number
  durationMs: number
  outcome: Outcome
  checks: readonly CheckMade[]
  why: string
  basis: 'documented' | 'assumed' | 'injected'
  source: string
  choices: readonly ChoiceId[]
  fault: string | null
  /** Was the key the account's own? */
  isAuthorized: boolean
  /** How much faster than real time the account's clock ran; 0 when it stood. */
  clockScale: number
}

/** How many entries a journal has dropped since it was empty, by the bound that they were beyond. */
export type Dropped = { entries: number; account_bytes: number; sandbox_bytes: number }

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
