import { storedBounds } from '../../contract/bounds.ts'

/** What a budget needs to know about a journal. */
interface Bounded {
  readonly oldest: number
  readonly next: number
  dropOldest(): void
}

type Added = { journal: Bounded; number: number }

/**
 * Limits all journals of a sandbox together: when it is exceeded, the oldest entry of all is
 * dropped. The order is a queue; entries that their own journal has already dropped are skipped.
 */
export class JournalBudget {
  readonly maxAccountBytes: number
  readonly #maxBytes: number
  #bytes = 0
  #order: Added[] = []
  #first = 0
  #stored = 0

  constructor(
    maxBytes: number = storedBounds.journalsBytes.max,
    maxAccountBytes: number = storedBounds.journalBytes.max,
  ) {
    this.#maxBytes = maxBytes
    this.maxAccountBytes = Math.min(maxBytes, maxAccountBytes)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Counts the newest entry of a journal. */
  add(journal: Bounded, bytes: number): void {
    this.#bytes += bytes
    this.#order.push({ journal, number: journal.next - 1 })
    if (this.#order.length > 2 * this.#stored + 1_000) this.#compact()
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Drops the oldest entries until the rest fits into the budget. */
  trim(): void {
    while (this.#bytes > this.#maxBytes && this.#first < this.#order.length) {
      const { journal, number } = this.#order[this.#first]!
      this.#first += 1
      if (journal.oldest === number && journal.next > number) journal.dropOldest()
    }
  }

  /** Removes dropped entries from the queue, so rarely that the cost per entry is constant. */
  #compact(): void {
    this.#order = this.#order
      .slice(this.#first)
      .filter(({ journal, number }) => journal.oldest <= number)
    this.#first = 0
    this.#stored = this.#order.length
  }
}
