import type { Lie } from '../../../../hunt/mutate/lie.ts'
import type { TriedLie } from '../../../../hunt/mutate/score.ts'
import type { Baseline } from '../baseline.ts'

/** The findings of a search, for all formats. */
export type MutateFindings = {
  readonly results: readonly TriedLie[]
  readonly baseline: Baseline
  /** The end that came before all lies were tried, if so. */
  readonly stopped: 'time' | 'signal' | undefined
  readonly seed: number
  /** Was one lie of each class tried first? */
  readonly isSampled: boolean
  /** The command line that shows what happens under a lie. */
  readonly show: (lie: Lie) => string
}
