import type { Observed } from '../../../hunt/explore/client.ts'
import { HINDRANCES, MIN_HINDERED_MS } from '../../child/real-waits.ts'
import { countOf } from '../../../text/numbers.ts'

/** What the runs of an exploration have in common that a reader must know to judge the result. */
export class RunTally {
  /** Why --expect-output could not check a run, and how many runs. */
  readonly unchecked = new Map<string, number>()
  #hindered = 0
  #stopped = 0

  addUnchecked(reason: string): void {
    this.unchecked.set(reason, (this.unchecked.get(reason) ?? 0) + 1)
  }

  /** @param hinderedMs for how long its time could not jump, in milliseconds of real time */
  addTravel({ end }: Observed, hinderedMs: number): void {
    if (hinderedMs < MIN_HINDERED_MS) return
    this.#hindered += 1
    if (end === 'over_time') this.#stopped += 1
  }

  notes(): string[] {
    const unchecked = [...this.unchecked].map(
      ([reason, runs]) => `${were(runs)} not checked with --expect-output: ${reason}.`,
    )
    if (this.#hindered === 0) return unchecked
    const stopped = this.#stopped === 0 ? '' : ` ${were(this.#stopped)} stopped before the end.`
    return [
      ...unchecked,
      `In ${countOf(this.#hindered, 'run')} waits took real time: ${HINDRANCES}.${stopped}`,
    ]
  }
}

function were(runs: number): string {
  return `${countOf(runs, 'run')} ${runs === 1 ? 'was' : 'were'}`
}
