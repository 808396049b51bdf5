import { storedBounds } from '../../contract/values/bounds.ts'

const MAX_WAITERS = storedBounds.waiters.max

/** The requests that wait for something to happen. Their number is limited, and they end when the sandbox closes. */
export class Waiters {
  readonly #stops = new Set<() => void>()

  constructor(closing: AbortSignal) {
    // One listener for all of them, since Node warns about more than ten.
    closing.addEventListener('abort', () => this.#stops.forEach((stop) => stop()), { once: true })
  }

  get isFull(): boolean {
    return this.#stops.size >= MAX_WAITERS
  }

  /** Calls `stop` when the sandbox closes, until the returned function is called. */
  add(stop: () => void): () => void {
    this.#stops.add(stop)
    return () => this.#stops.delete(stop)
  }
}
