import { successes } from '../../../../contract/operations.ts'
import type { Outcome } from '../../../../contract/outcomes.ts'
import type { Lie } from '../../../../hunt/mutate/lie.ts'
import { aliasStates, type AliasState } from '../../../../hunt/mutate/watch-states.ts'
import { scoreOf, type Score, type TriedLie } from '../../../../hunt/mutate/score.ts'
import { documentedErrors } from '../../../../contract/errors.ts'
import { quoteForShell } from '../../../../text/shell.ts'
import type { ChildCommand } from '../../../args/read-command.ts'
import type { Baseline } from '../baseline.ts'

/** The findings of a search, for all formats. */
export type MutateOutcome = {
  readonly score: Score
  readonly results: readonly TriedLie[]
  readonly baseline: Baseline
  /** Documented outcomes that no call of the command met. */
  readonly unmet: readonly Outcome[]
  /** States in which no answer showed the command an alias. */
  readonly unmetStates: readonly AliasState[]
  /** Why some lies were not tried, if so. */
  readonly stopped: 'time' | 'signal' | undefined
  /** The command line that shows what happens under a lie. */
  readonly show: (lie: Lie) => string
  readonly seed: number
  /** In which order they were tried. */
  readonly order: string
}

export function toOutcome(
  results: readonly TriedLie[],
  { baseline, stopCode, options, command, seed, isSampled }: SearchFacts,
): MutateOutcome {
  const hasMissing = results.some(({ verdict }) => verdict === 'not_run')
  return {
    score: scoreOf(results),
    results,
    baseline,
    unmet: unmetOutcomes(baseline),
    unmetStates: aliasStates.filter((state) => !baseline.metStates.has(state)),
    stopped: hasMissing ? (stopCode === undefined ? 'time' : 'signal') : undefined,
    show: ({ id }) => showCommand(id, options, command),
    seed,
    order: isSampled ? 'one of each class first' : 'the worst first',
  }
}

type SearchFacts = {
  baseline: Baseline
  stopCode: number | undefined
  /** Options of this call that the next one needs, too. */
  options: readonly string[]
  command: ChildCommand
  seed: number
  isSampled: boolean
}

const outcomeOrder: readonly Outcome[] = [...successes, ...documentedErrors]

function unmetOutcomes({ calls }: Baseline): Outcome[] {
  const met = new Set([...calls.keys()].map((name) => name.split(' ').at(-1)))
  return outcomeOrder.filter((outcome) => !met.has(outcome))
}

function showCommand(id: string, options: readonly string[], command: ChildCommand): string {
  const words = ['mutate', ...options, '--lies', id, '--verbose', '--', ...command]
  return `alias-sandbox ${words.map(quoteForShell).join(' ')}`
}
