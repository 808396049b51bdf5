import type { Outcome } from '../../../../core/record/entry.ts'
import { hasFailedOtherwise } from '../../../../mutate/score.ts'
import { scenarioOf } from '../../../../mutate/refusals.ts'
import type { MutateOutcome } from './outcome.ts'

/** What the reader of the score has to know. */
export function notes({ results, unmet, baseline, score }: MutateOutcome): string[] {
  const flaky = results.filter(hasFailedOtherwise).map(({ lie }) => lie.id)
  return [
    ...(unmet.length === 0 ? [] : [unmetNote(unmet)]),
    ...(baseline.differences.length === 0
      ? []
      : [
          `Two runs without lies made different calls (${baseline.differences.join('; ')}), so a result may differ from run to run.`,
        ]),
    ...(flaky.length === 0
      ? []
      : [
          `The command failed under ${flaky.join(', ')} before the lie was sent: it is not repeatable.`,
        ]),
    ...(score.tried >= 10 && score.equivalent > score.tried / 10
      ? ['More than a tenth of the lies count as ones that cannot be noticed; check them.']
      : []),
  ]
}

/** A key that names a scenario makes an account in it, so a test can meet each refusal. */
function unmetNote(unmet: readonly Outcome[]): string {
  const keys = unmet.flatMap((outcome) => {
    const scenario = scenarioOf(outcome)
    return scenario === null ? [] : [`sandbox_${scenario}-test1 (${outcome})`]
  })
  const how =
    keys.length === 0 ? '' : ` A test meets them with a key of its own: ${keys.join(', ')}.`
  return `Never met, so nothing is known about them: ${unmet.join(', ')}.${how}`
}
