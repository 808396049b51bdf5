import type { RequestEntry } from '../../../contract/history/entry.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { isSuccess } from '../../../contract/operations.ts'
import { documentedErrors } from '../../../contract/errors.ts'
import { clearTimeout, setTimeout } from '../../real-timers.ts'

/** A judged run hands over the first refusals of a series when no further one has come for this time. */
export const FIRST_REFUSAL_MS = 50

/** The first refusals of a series are held for this many times as long at most. */
const MOST_HOLDS = 20

/** After this time a refusal without Retry-After begins another series. */
const SERIES_MS = 60_000

const refusals: readonly string[] = documentedErrors.filter((error) => error !== 'collision')

type Series = {
  /** The refusals that are held; undefined once they are handed over. */
  held: (() => void)[] | undefined
  timer: NodeJS.Timeout
  /** Machine time of its first refusal. */
  sinceMs: number
  /** Machine time at which a further refusal begins another series. */
  endsMs: number
}

/**
 * Holds the first refusals of each account until no further one has come for a moment. All clients that are about to
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
  pass({ account, outcome, response }: RequestEntry, act: () => void): void {
    const isRefusal = refusals.includes(outcome)
    if (isSuccess(outcome)) this.#end(account)
    const series = this.#series.get(account)
    if (isRefusal && series?.held) this.#hold(series, act)
    else if (!isRefusal || (series && this.#now() < series.endsMs)) act()
    else this.#begin(account, response.retry_after_seconds, act)
  }

  /** Hands over all refusals that are held. */
  release(): void {
    for (const series of this.#series.values()) handOver(series)
  }

  /** A client that sends on without reading its answers cannot hold them up for ever. */
  #hold(series: Series, act: () => void): void {
    series.held!.push(act)
    if (this.#now() - series.sinceMs < MOST_HOLDS * this.#holdMs) series.timer.refresh()
  }

  #begin(account: string, retry_after_seconds: number | undefined, act: () => void): void {
    const waitMs = retry_after_seconds === undefined ? SERIES_MS : retry_after_seconds * 1_000
    const series: Series = {
      held: [act],
      timer: setTimeout(() => handOver(series), this.#holdMs),
      sinceMs: this.#now(),
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
