import { SILENCE_MS } from '../../../hunt/explore/run-limits.ts'
import { countOf } from '../../../text/numbers.ts'

/** Facts about all runs of an exploration that a reader needs to judge the result. */
export class RunTally {
  /** The reasons why --expect-output could not check a run, each with its number of runs. */
  readonly unchecked = new Map<string, number>()
  #stopped = 0
  #silent = 0

  addUnchecked(reason: string): void {
    this.unchecked.set(reason, (this.unchecked.get(reason) ?? 0) + 1)
  }

  /** Counts a run that was stopped while the client waited or went on trying. */
  addStopped(): void {
    this.#stopped += 1
  }

  /** Counts a run that was stopped while the client waited for an answer. */
  addSilent(): void {
    this.#silent += 1
  }

  notes(): string[] {
    const unchecked = [...this.unchecked].map(
      ([reason, runs]) => `${were(runs)} not checked with --expect-output: ${reason}.`,
    )
    const stopped = `${were(this.#stopped)} stopped before the client ended. What it would have done later is not known, and does not count.`
    const silent = `${were(this.#silent)} stopped while the client had waited ${SILENCE_MS / 1_000} s for an answer that did not come. It may have a longer timeout, or none: look.`
    return [
      ...unchecked,
      ...(this.#stopped > 0 ? [stopped] : []),
      ...(this.#silent > 0 ? [silent] : []),
    ]
  }
}

function were(runs: number): string {
  return `${countOf(runs, 'run')} ${runs === 1 ? 'was' : 'were'}`
}
