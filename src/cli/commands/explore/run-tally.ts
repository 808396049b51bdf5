import { countOf } from '../../../text/numbers.ts'

/** What the runs of an exploration have in common that a reader must know to judge the result. */
export class RunTally {
  /** Why --expect-output could not check a run, and how many runs. */
  readonly unchecked = new Map<string, number>()
  #stopped = 0

  addUnchecked(reason: string): void {
    this.unchecked.set(reason, (this.unchecked.get(reason) ?? 0) + 1)
  }

  /** Counts a run that was stopped while the client waited or went on trying. */
  addStopped(): void {
    this.#stopped += 1
  }

  notes(): string[] {
    const unchecked = [...this.unchecked].map(
      ([reason, runs]) => `${were(runs)} not checked with --expect-output: ${reason}.`,
    )
    if (this.#stopped === 0) return unchecked
    return [
      ...unchecked,
      `${were(this.#stopped)} stopped before the client ended. What it would have done later is not known, and does not count.`,
    ]
  }
}

function were(runs: number): string {
  return `${countOf(runs, 'run')} ${runs === 1 ? 'was' : 'were'}`
}
