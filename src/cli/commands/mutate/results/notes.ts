import type { Outcome } from '../../../../contract/outcomes.ts'
import type { AliasState } from '../../../../hunt/mutate/watch-states.ts'
import { scenarioOf } from '../../../../hunt/mutate/refusals.ts'
import type { MutateOutcome } from './outcome.ts'

/** Lists the facts that a reader needs to judge the score. */
export function notes({ unmet, unmetStates, baseline, score }: MutateOutcome): string[] {
  return [
    ...(unmet.length + unmetStates.length === 0 ? [] : [unmetNote(unmet, unmetStates)]),
    ...(baseline.differences.length === 0
      ? []
      : [
          `Two runs without lies made different requests (${baseline.differences.join('; ')}), so a result may differ from run to run.`,
        ]),
    ...(score.tried >= 10 && score.equivalent > score.tried / 10
      ? ['More than a tenth of the lies count as ones that cannot be noticed; check them.']
      : []),
  ]
}

const stateNames: Record<AliasState, { name: string; scenario: string }> = {
  suspended: { name: 'suspended aliases', scenario: 'suspended_mix' },
  single_use: { name: 'single-use aliases', scenario: 'single_use' },
  expired: { name: 'expired aliases', scenario: 'expiring' },
}

/** A key that names a scenario makes an account in it, so a test can meet each refusal. */
function unmetNote(unmet: readonly Outcome[], unmetStates: readonly AliasState[]): string {
  const found = [
    ...unmet.map((outcome) => ({ name: outcome as string, scenario: scenarioOf(outcome) })),
    ...unmetStates.map((state) => stateNames[state]),
  ]
  const keys = found.flatMap(({ name, scenario }) =>
    scenario === null ? [] : [`sandbox_${scenario}-test1 (${name})`],
  )
  const how =
    keys.length === 0 ? '' : ` A test meets them with a key of its own: ${keys.join(', ')}.`
  return `Never met, so nothing is known about them: ${found.map(({ name }) => name).join(', ')}.${how}`
}
