import type { Lie } from '../../../../hunt/mutate/lie.ts'
import { scoreOf, type TriedLie } from '../../../../hunt/mutate/score.ts'
import type { KnownFacts } from '../../known-findings.ts'
import type { Baseline } from '../baseline.ts'
import { countOf } from '../../../../text/numbers.ts'

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
  readonly known: KnownFacts
  /** Sentences about the file of --known. */
  readonly notes: readonly string[]
}

/** `score 50 %: the tests noticed 1 of 2 lies (1 more cannot be noticed)`. */
export function scoreLine(results: readonly TriedLie[]): string {
  const { tried, noticed, equivalent, known, percent } = scoreOf(results)
  if (percent === null) return 'no score: no lie was told that a client can notice'
  const others = [
    ...(equivalent === 0 ? [] : [`${equivalent} more cannot be noticed`]),
    ...(known === 0 ? [] : [`${known} more known`]),
  ]
  const beside = others.length === 0 ? '' : ` (${others.join(', ')})`
  return `score ${toPercent(percent)}: the tests noticed ${noticed} of ${countOf(tried - equivalent - known, 'lie')}${beside}`
}

/** `12 of 42 lies were tried: time ran out.` */
export function triedLine({ results, stopped, seed, isSampled }: MutateFindings): string {
  const order = isSampled ? 'one of each class first' : 'the worst first'
  const count = (verdict: TriedLie['verdict']) =>
    results.filter((each) => each.verdict === verdict).length
  const [all, untried, unmet] = [results.length, count('not_run'), count('not_met')]
  const never = unmet === 0 ? '' : ` ${unmet} of them never came up.`
  if (untried === 0)
    return `${all === 1 ? 'The lie was' : `All ${all} lies were`} tried, ${order}.${never}`
  const why =
    stopped === 'time'
      ? `time ran out. Of equally bad ones, --seed ${seed} decides which come first`
      : 'a signal stopped it'
  return `Tried ${all - untried} of ${countOf(all, 'lie')}, ${order}: ${why}.${never}`
}

/**
 * The reason why the score does not reach --break; undefined if it does. What was not tried counts as not noticed, so that a
 * slow machine never passes what a fast one would refuse.
 */
export function whyBelow(results: readonly TriedLie[], least: number): string | undefined {
  const { percent, atLeast } = scoreOf(results)
  if (atLeast === null) return `--break ${least}: there is no score, since no lie could be noticed`
  if (atLeast >= least) return undefined
  if (percent !== null && percent < least)
    return `the score of ${toPercent(percent)} is below --break ${least}`
  const untried = results.filter(({ verdict }) => verdict === 'not_run').length
  return `--break ${least}: ${untried} of ${countOf(results.length, 'lie')} not tried; counted as not noticed, they leave ${toPercent(atLeast)}. Give it more --time, or name fewer --lies`
}

/** Rounded down, so that 100 % means all. */
function toPercent(percent: number): string {
  return `${Math.floor(percent)} %`
}
