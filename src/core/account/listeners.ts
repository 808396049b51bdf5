import type { RequestEntry } from '../../contract/history/entry.ts'
import type { Account } from './account.ts'
import { contain, type Report } from '../contain.ts'

export type Listener = (entry: RequestEntry, account: Account) => void

/** Listeners for answered calls. A listener that throws is reported and removed; the others stay. */
export class Listeners {
  readonly #report: Report
  readonly #listeners = new Set<Listener>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Adds a listener and returns a function that removes it. */
  add(listener: Listener): () => void {
    const contained = contain(this.#report, listener, stop)
    this.#listeners.add(contained)
    const listeners = this.#listeners
    return stop

    function stop(): void {
      listeners.delete(contained)
    }
  }

  notify(entry: RequestEntry, account: Account): void {
    for (const listener of this.#listeners) listener(entry, account)
  }
}
