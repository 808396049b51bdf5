import type { Snapshot } from './account/snapshot.ts'
import { contain, type Report } from '../contain.ts'
import { HistoryBudget } from './memory/history-budget.ts'
import { History, type Order } from './record/history.ts'
import type { HistoryEntry } from './record/history-entry.ts'

type Options = {
  maxCalls: number
  /** Maximum for all histories together, in bytes. */
  maxBytes: number | undefined
  /** Receives the error of a failing listener. */
  onCrash: Report
}

/** The histories of a sandbox: one order, one budget, and those who listen to them. */
export class Histories {
  readonly #options: Options
  readonly #budget: HistoryBudget
  readonly #order: Order = { last: 0 }
  readonly #added = new Set<(entry: HistoryEntry) => void>()
  readonly #cleared = new Set<(entries: readonly HistoryEntry[]) => void>()

  constructor(options: Options) {
    this.#options = options
    this.#budget = new HistoryBudget(options.maxBytes)
  }

  make(account: string): History<Snapshot> {
    return new History(account, {
      maxCalls: this.#options.maxCalls,
      budget: this.#budget,
      order: this.#order,
      onAdded: (entry) => this.#added.forEach((listener) => listener(entry)),
      onCleared: (entries) => this.#cleared.forEach((listener) => listener(entries)),
    })
  }

  /** Calls `listener` with every entry as it is added, until it throws. */
  onAdded(listener: (entry: HistoryEntry) => void): void {
    const contained = contain(this.#options.onCrash, listener, () => this.#added.delete(contained))
    this.#added.add(contained)
  }

  /** Calls `listener` with what a journal shows before it is cleared. */
  onCleared(listener: (entries: readonly HistoryEntry[]) => void): void {
    this.#cleared.add(listener)
  }
}
