import type { Account } from './account.ts'
import { contain, type Report } from '../../contain.ts'
import type { Entry } from './entry.ts'

export type Listener = (entry: Entry, account: Account) => void

/** Who is told of answered calls. One that fails is reported and told no more; the others are. */
export class Listeners {
  readonly #report: Report
  readonly #listeners = new Set<Listener>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Adds one; what is answered takes it away. */
  add(listener: Listener): () => void {
    const contained = contain(this.#report, listener, stop)
    this.#listeners.add(contained)
    const listeners = this.#listeners
    return stop

    function stop(): void {
      listeners.delete(contained)
    }
  }

  notify(entry: Entry, account: Account): void {
    for (const listener of this.#listeners) listener(entry, account)
  }
}
