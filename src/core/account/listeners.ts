import { contain, type Report } from '../contain.ts'

/** Listeners to something that happens. A listener that throws is reported and removed; the others stay. */
export class Listeners<Args extends unknown[]> {
  readonly #report: Report
  readonly #listeners = new Set<(...args: Args) => void>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Adds a listener and returns a function that removes it. */
  add(listener: (...args: Args) => void): () => void {
    const stop = () => void this.#listeners.delete(contained)
    const contained = contain(this.#report, listener, stop)
    this.#listeners.add(contained)
    return stop
  }

  notify(...args: Args): void {
    for (const listener of this.#listeners) listener(...args)
  }
}
