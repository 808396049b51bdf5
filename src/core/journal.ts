import { keptBounds } from '../contract/bounds.ts'
import type { ErrorName } from '../contract/errors.ts'
import type { ChoiceId } from '../contract/choices.ts'
import type { FaultKind } from '../contract/faults.ts'
import type { Operation } from '../contract/rules.ts'

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
  /** What the body weighs in characters, where it is put together only when it is read. */
  readonly weight?: number
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

/** How many bytes of bodies a journal holds at most, whatever its number of entries. */
const MAX_BYTES = keptBounds.journalBytes.max

/** The last calls of an account: bounded in number and in bytes, oldest out first. */
export class Journal {
  readonly #capacity: number
  #entries: Entry[] = []
  /** What each of the entries weighs. */
  #weights: number[] = []
  #bytes = 0
  #made = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The number that the next entry will have. */
  get next(): number {
    return this.#made + 1
  }

  add(entry: Entry): void {
    this.#made += 1
    this.#entries.push(entry)
    const weight = weigh(entry)
    this.#weights.push(weight)
    this.#bytes += weight
    while (this.#entries.length > this.#capacity || this.#bytes > MAX_BYTES) {
      this.#entries.shift()
      this.#bytes -= this.#weights.shift() ?? 0
    }
  }

  /** How many entries were dropped or cleared. */
  get forgotten(): number {
    return this.#made - this.#entries.length
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
    this.#entries = []
    this.#weights = []
    this.#bytes = 0
  }
}

function weigh(entry: Entry): number {
  return (
    (entry.request.body?.length ?? 0) +
    (entry.response.weight ?? entry.response.body.length) +
    entry.request.query.length +
    500
  )
}
