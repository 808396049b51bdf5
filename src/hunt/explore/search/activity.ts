import { msOf } from '../../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../../contract/history/entry.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { isUsual } from '../../../contract/deliveries.ts'

/** A client still works for this long after a request. */
const REST_MS = 500
/** A run that takes longer than this consists of pauses: a client that tries again twice a second hardly works. */
const WORK_MS = 10_000

/**
 * Tells a client that works from one that only waits, by its requests: it works until the first one, and then while one
 * is answered and for half a second afterwards, in its first ten seconds. An answer that a fault holds back is waited for like a Retry-After.
 */
export class Activity {
  readonly #open = new Set<RequestEntry>()
  #now: (() => number) | undefined
  #startMs = 0
  #lastMs: number | undefined

  /** Follows the requests of the run's sandbox; `now` is the machine's time. */
  follow(sandbox: Pick<Sandbox, 'listen'>, now: () => number): void {
    this.#now = now
    this.#startMs = now()
    sandbox.listen((entry) => {
      this.#open.add(entry)
      this.#lastMs = msOf(entry.real_at)
    })
  }

  get isActive(): boolean {
    if (this.#now === undefined) return true
    for (const { ended_at } of this.#ended()) {
      this.#lastMs = Math.max(this.#lastMs!, msOf(ended_at!))
    }
    if (this.#lastMs === undefined) return true
    const nowMs = this.#now()
    if (nowMs - this.#startMs < WORK_MS && nowMs - this.#lastMs < REST_MS) return true
    return [...this.#open].some(({ delivery }) => isUsual(delivery))
  }

  /** Takes the entries from the open ones that were answered since the last look. */
  #ended(): RequestEntry[] {
    const ended = [...this.#open].filter(({ ended_at }) => ended_at !== null)
    for (const entry of ended) this.#open.delete(entry)
    return ended
  }
}
