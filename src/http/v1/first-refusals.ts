import type { Entry } from '../../core/record/entry.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { isSuccess } from '../../contract/operations.ts'
import { documentedErrors } from '../../contract/errors.ts'

/** Taken when the module is loaded, because tests of a client may replace the timers. */
const { setTimeout, clearTimeout } = globalThis

/** A judged run hands over the first refusal of a series this much later. */
export const FIRST_REFUSAL_MS = 50

/** After this time a refusal without Retry-After begins another series. */
const SERIES_MS = 60_000

const refusals: readonly string[] = documentedErrors.filter((error) => error !== 'collision')

type Series = {
  /** The refusals that are held; undefined once they are handed over. */
  held: (() => void)[] | undefined
  timer: NodeJS.Timeout
  /** Machine time at which a further refusal begins another series. */
  endsMs: number
}

/**
 * Holds the first refusal of each account for a moment, and those that follow meanwhile. All clients that are about to
 * call then arrive before one of them is told, so that their number is seen. A series ends when a request is served,
 * the refusal is over, or anything is done to the account.
 */
export class FirstRefusals {
  readonly #holdMs: number
  readonly #now: () => number
  readonly #series = new Map<string, Series>()

  constructor({ histories }: Pick<Sandbox, 'histories'>, holdMs: number, now: () => number) {
    this.#holdMs = holdMs
    this.#now = now
    histories.onAdded(({ type, account }) => {
      if (type !== 'call') this.#end(account)
    })
    histories.onForgotten((account) => this.#end(account))
  }

  /** Calls `act` at once, or when the first refusal of its series is handed over. */
  pass({ account, outcome, response }: Entry, act: () => void): void {
    const isRefusal = refusals.includes(outcome)
    if (isSuccess(outcome)) this.#end(account)
    const series = this.#series.get(account)
    if (isRefusal && series?.held) series.held.push(act)
    else if (!isRefusal || (series && this.#now() < series.endsMs)) act()
    else this.#begin(account, response.retryAfterSeconds, act)
  }

  /** Hands over all refusals that are held. */
  release(): void {
    for (const series of this.#series.values()) handOver(series)
  }

  #begin(account: string, retryAfterSeconds: number | undefined, act: () => void): void {
    const waitMs = retryAfterSeconds === undefined ? SERIES_MS : retryAfterSeconds * 1_000
    const series: Series = {
      held: [act],
      timer: setTimeout(() => handOver(series), this.#holdMs),
      endsMs: this.#now() + this.#holdMs + waitMs,
    }
    this.#series.set(account, series)
  }

  /** A series that is held ends after its refusals were handed over. */
  #end(account: string): void {
    if (this.#series.get(account)?.held === undefined) this.#series.delete(account)
  }
}

function handOver(series: Series): void {
  clearTimeout(series.timer)
  const { held = [] } = series
  series.held = undefined
  for (const act of held) act()
}
