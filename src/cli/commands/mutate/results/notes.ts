import { documentedErrors } from '../../../../contract/errors.ts'
import { successes } from '../../../../contract/operations.ts'
import type { Outcome } from '../../../../contract/outcomes.ts'
import { scenarioOf } from '../../../../hunt/mutate/refusals.ts'
import { scoreOf, type TriedLie } from '../../../../hunt/mutate/score.ts'
import { aliasStates, type AliasState } from '../../../../hunt/mutate/watch-states.ts'
import type { ResultPart } from '../../../../results/result.ts'
import type { Baseline } from '../baseline.ts'
import type { MutateFindings } from './score-lines.ts'

/** Lists the lies that cannot be noticed, by the reason. */
export function equivalentNotes(results: readonly TriedLie[]): ResultPart[] {
  const equivalent = results.filter(({ verdict }) => verdict === 'equivalent')
  if (equivalent.length === 0) return []
  const lines = [...new Set(equivalent.map(({ how }) => how))].map((how) => {
    const ids = equivalent.filter((each) => each.how === how).map(({ lie }) => lie.id)
    return `${ids.join(', ')}: ${how}`
  })
  return [{ as: 'list', title: 'Cannot be noticed', lines }]
}

/** Lists the facts that a reader needs to judge the score. */
export function notes({
  results,
  baseline,
}: Pick<MutateFindings, 'results' | 'baseline'>): string[] {
  const { tried, equivalent } = scoreOf(results)
  return [
    ...unmetNotes(baseline),
    ...(baseline.differences.length === 0
      ? []
      : [
          `Two runs without lies made different requests (${baseline.differences.join('; ')}), so a result may differ from run to run.`,
        ]),
    ...(tried >= 10 && equivalent > tried / 10
      ? ['More than a tenth of the lies count as ones that cannot be noticed; check them.']
      : []),
  ]
}

const outcomeOrder: readonly Outcome[] = [...successes, ...documentedErrors]

/** The documented outcomes that no request met, and the states in which no answer showed an alias. */
export function unmetIn({ calls, metStates }: Baseline) {
  const met = new Set([...calls.keys()].map((name) => name.split(' ').at(-1)))
  return {
    outcomes: outcomeOrder.filter((outcome) => !met.has(outcome)),
    states: aliasStates.filter((state) => !metStates.has(state)),
  }
}

const stateNames: Record<AliasState, { name: string; scenario: string }> = {
  suspended: { name: 'suspended aliases', scenario: 'suspended_mix' },
  single_use: { name: 'single-use aliases', scenario: 'single_use' },
  expired: { name: 'expired aliases', scenario: 'expiring' },
}

/** A key that names a scenario makes an account in it, so a test can meet each refusal. */
function unmetNotes(baseline: Baseline): string[] {
  const { outcomes, states } = unmetIn(baseline)
  const unmet = [
    ...outcomes.map((outcome) => ({ name: outcome as string, scenario: scenarioOf(outcome) })),
    ...states.map((state) => stateNames[state]),
  ]
  if (unmet.length === 0) return []
  const keys = unmet.flatMap(({ name, scenario }) =>
    scenario === null ? [] : [`sandbox_${scenario}-test1 (${name})`],
  )
  const how =
    keys.length === 0 ? '' : ` A test meets them with a key of its own: ${keys.join(', ')}.`
  const names = unmet.map(({ name }) => name).join(', ')
  return [`Never met, so nothing is known about them: ${names}.${how}`]
}
