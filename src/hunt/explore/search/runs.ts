import type { Client, Observed } from '../client.ts'
import type { Story } from '../story.ts'

/** How many results are kept, so that shrinking need not repeat a run. */
const MAX_RESULTS = 2_000

/** Runs a client, several at the same time, and the same story only once. */
export class Runs {
  readonly #client: Client
  readonly #jobs: number
  readonly #signal: AbortSignal
  readonly #results = new Map<string, Promise<Observed>>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** The number of runs that were started. */
  made = 0

  constructor(client: Client, jobs: number, signal: AbortSignal) {
    this.#client = client
    this.#jobs = jobs
    this.#signal = signal
  }

  get jobs(): number {
    return this.#jobs
  }

  /** The result of a story; the same one whenever it is asked for. An urgent one starts before all that wait. */
  of(story: Story, isUrgent = false): Promise<Observed> {
    const key = JSON.stringify(story)
    const known = this.#results.get(key)
    if (known) return known
    const made = this.again(story, isUrgent)
    this.#results.set(key, made)
    // A run that was ended early has no result.
    made.catch(() => this.#results.delete(key))
    if (this.#results.size > MAX_RESULTS) this.#results.delete(this.#results.keys().next().value!)
    return made
  }

  /** Runs a story once more. */
  async again(story: Story, isUrgent = false): Promise<Observed> {
    await this.#enter(isUrgent)
    try {
      this.#signal.throwIfAborted()
      this.made += 1
      return await this.#client.run(story, this.#signal)
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #enter(isUrgent: boolean): Promise<void> {
    while (this.#running >= this.#jobs) {
      await new Promise<void>((resolve) => {
        if (isUrgent) this.#waiting.unshift(resolve)
        else this.#waiting.push(resolve)
      })
    }
    this.#running += 1
  }
}
