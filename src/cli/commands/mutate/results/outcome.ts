import type { Outcome } from '../../../../core/record/entry.ts'
import type { Lie } from '../../../../mutate/lie.ts'
import { scoreOf, type Score, type TriedLie } from '../../../../mutate/score.ts'
import { documentedErrors } from '../../../../contract/errors.ts'
import { quoteForShell } from '../../../../text/shell.ts'
import type { ChildCommand } from '../../../args/read-command.ts'
import type { Baseline } from '../baseline.ts'

/** What a search found, for all formats. */
export type MutateOutcome = {
  readonly score: Score
  readonly results: readonly TriedLie[]
  readonly baseline: Baseline
  /** Documented outcomes that no call of the command met. */
  readonly unmet: readonly Outcome[]
  /** Why some lies were not tried, if so. */
  readonly stopped: 'time' | 'signal' | undefined
  /** The command line that shows what happens under a lie. */
  readonly show: (lie: Lie) => string
  readonly seed: number
}

export function toOutcome(
  results: readonly TriedLie[],
  { baseline, stopCode, options, command, seed }: Known,
): MutateOutcome {
  const hasMissing = results.some(({ verdict }) => verdict === 'not_run')
  return {
    score: scoreOf(results),
    results,
    baseline,
    unmet: unmetOutcomes(baseline),
    stopped: hasMissing ? (stopCode === undefined ? 'time' : 'signal') : undefined,
    show: ({ id }) => showCommand(id, options, command),
    seed,
  }
}

type Known = {
  baseline: Baseline
  stopCode: number | undefined
  /** Options of this call that the next one needs, too. */
  options: readonly string[]
  command: ChildCommand
  seed: number
}

const order: readonly Outcome[] = ['created', 'listed', ...documentedErrors]

function unmetOutcomes({ calls }: Baseline): Outcome[] {
  const met = new Set([...calls.keys()].map((name) => name.split(' ').at(-1)))
  return order.filter((outcome) => !met.has(outcome))
}

function showCommand(id: string, options: readonly string[], command: ChildCommand): string {
  const words = ['mutate', ...options, '--lies', id, '--verbose', '--', ...command]
  return `alias-sandbox ${words.map(quoteForShell).join(' ')}`
}
