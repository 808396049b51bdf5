import { storedBounds } from '../../contract/values/bounds.ts'

/** What a budget needs to know about a history. */
interface Bounded {
  /** Order of its oldest entry. */
  readonly oldest: number
  dropOldest(): void
}

/** What the histories of all accounts together may hold, in bytes. */
export type HistoryLimits = {
  entriesBytes: number
  /** Content that accounts no longer have. */
  formerBytes: number
}

const usualLimits: HistoryLimits = {
  entriesBytes: storedBounds.journalsBytes.max,
  formerBytes: storedBounds.formerContentBytes.max,
}

/**
 * Limits all histories of a sandbox together: when it is exceeded, the oldest entry of all is
 * dropped. The order is a queue, of two lists since each object would survive the garbage collector; entries that their
 * own history has already dropped are skipped.
 */
export class HistoryBudget {
  readonly maxAccountBytes: number
  readonly maxFormerBytes: number
  readonly #maxBytes: number
  #bytes = 0
  #formerBytes = 0
  #histories: Bounded[] = []
  #orders: number[] = []
  #first = 0
  #stored = 0

  constructor(
    { entriesBytes, formerBytes }: HistoryLimits = usualLimits,
    maxAccountBytes: number = storedBounds.journalBytes.max,
  ) {
    this.#maxBytes = entriesBytes
    this.maxFormerBytes = formerBytes
    this.maxAccountBytes = Math.min(entriesBytes, maxAccountBytes)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Counts a new entry of a history. */
  add(history: Bounded, order: number, bytes: number): void {
    this.#bytes += bytes
    this.#histories.push(history)
    this.#orders.push(order)
    if (this.#orders.length > 2 * this.#stored + 1_000) this.#compact()
  }

  /** Counts content that only a history still needs, or releases it. */
  countFormer(bytes: number): void {
    this.#formerBytes += bytes
  }

  get formerBytes(): number {
    return this.#formerBytes
  }

  /** Do the histories hold too much content that accounts no longer have? */
  get isFormerFull(): boolean {
    return this.#formerBytes > this.maxFormerBytes
  }

  /** Counts bytes that belong to no entry, or releases them. */
  weigh(bytes: number): void {
    this.#bytes += bytes
  }

  /** Drops the oldest entries until the rest fits into the budget. */
  trim(): void {
    while (this.#bytes > this.#maxBytes && this.#first < this.#orders.length) {
      const history = this.#histories[this.#first]!
      const order = this.#orders[this.#first]!
      this.#first += 1
      if (history.oldest === order) history.dropOldest()
    }
  }

  /** Removes dropped entries from the queue, so rarely that the cost per entry is constant. */
  #compact(): void {
    const [histories, orders] = [this.#histories, this.#orders]
    this.#histories = []
    this.#orders = []
    for (let place = this.#first; place < orders.length; place += 1) {
      const history = histories[place]!
      const order = orders[place]!
      if (history.oldest > order) continue
      this.#histories.push(history)
      this.#orders.push(order)
    }
    this.#first = 0
    this.#stored = this.#orders.length
  }
}
