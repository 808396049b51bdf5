import type { Snapshot } from './account/snapshot.ts'
import { contain, type Report } from '../contain.ts'
import { HistoryBudget, type HistoryLimits } from './memory/history-budget.ts'
import { History, type HistoryOptions, type Order } from './record/history.ts'
import { SharedParts } from './record/shared-parts.ts'
import type { HistoryEntry } from './record/history-entry.ts'

/** The histories of a sandbox: one order, one budget, and those who listen to them. */
export class Histories {
  readonly #maxCalls: number
  readonly #budget: HistoryBudget
  readonly #onCrash: Report
  readonly #order: Order = { last: 0 }
  readonly #sharedParts = new SharedParts()
  readonly #added = new Set<(entry: HistoryEntry) => void>()
  readonly #forgotten = new Set<(account: string) => void>()

  /** `limits` holds for all histories together; `onCrash` receives the error of a failing listener. */
  constructor(maxCalls: number, limits: HistoryLimits | undefined, onCrash: Report) {
    this.#maxCalls = maxCalls
    this.#budget = new HistoryBudget(limits)
    this.#onCrash = onCrash
  }

  /** `numbersBefore` are those of the entries before the first one, where they are known. */
  make(account: string, numbersBefore: HistoryOptions['numbersBefore'] = {}): History<Snapshot> {
    return new History(account, {
      maxCalls: this.#maxCalls,
      numbersBefore,
      budget: this.#budget,
      order: this.#order,
      sharedParts: this.#sharedParts,
      onAdded: (entry) => this.#added.forEach((listener) => listener(entry)),
      onForgotten: (name) => this.#forgotten.forEach((listener) => listener(name)),
    })
  }

  /** Order of the newest entry of all. */
  get lastOrder(): number {
    return this.#order.last
  }

  /** Calls `listener` with every entry as it is added, until it throws or the returned function is called. */
  onAdded(listener: (entry: HistoryEntry) => void): () => void {
    const contained = contain(this.#onCrash, listener, () => this.#added.delete(contained))
    this.#added.add(contained)
    return () => void this.#added.delete(contained)
  }

  /** Calls `listener` with the name of each account that no longer exists. */
  onForgotten(listener: (account: string) => void): void {
    this.#forgotten.add(listener)
  }
}
