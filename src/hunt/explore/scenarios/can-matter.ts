import { stepsOf } from '../scenario-steps.ts'
import { troubles } from './troubles.ts'
import { startScenarios, type Tables } from './starts.ts'
import { toScenario, type Plan } from './plan.ts'

/** The habits of a client when nothing goes wrong: the kinds of its calls, in their order. */
export type Habits = {
  /** In an account without aliases. */
  plain: readonly string[]
  /** In an account whose list has some pages. */
  paged: readonly string[]
  /** The places of the calls that are in flight together with a later one. */
  overtakable: readonly number[]
}

/** Does the client ever create an alias, and does it ever list? */
export function operationsOf({ plain, paged }: Pick<Habits, 'plain' | 'paged'>): {
  creates: boolean
  lists: boolean
} {
  const kinds = [...plain, ...paged]
  return {
    creates: kinds.some((kind) => kind.startsWith('create')),
    lists: kinds.some((kind) => kind === 'list' || kind === 'next page'),
  }
}

/** Scenarios that differ from `plus` only for a client that creates aliases, or that lists them. */
const onlyForCreations: readonly string[] = ['daily_cap_minus_one']
const onlyForLists: readonly string[] = ['suspended_mix', 'single_use', 'expiring']
/** The scenario of ours in which an invoice is open. */
const unpaid = 'past_due'

/**
 * Can the scenario of a plan differ, for this client, from the same without one of its parts? A run that cannot
 * shows nothing: the daily cap when nobody creates, or an invoice that is settled though none is open.
 */
export function canMatter(plan: Plan, tables: Tables, habits: Habits): boolean {
  const scenario = toScenario(plan, tables)
  const does = operationsOf(habits)
  if (!canStartMatter(scenario.name, does)) return false
  return plan.steps.every(({ trouble, form, call }) => {
    const { needs = [], forms } = troubles[trouble]!
    const act = forms[Math.min(form, forms.length - 1)]!
    const { after, kind } = act.arguments
    const isOfCreations = needs.includes('creation') || kind === 'collision' || after === true
    if (isOfCreations && !does.creates) return false
    if (needs.includes('list') && !does.lists) return false
    if (needs.includes('company') && habits.overtakable.length === 0) return false
    if (!needs.includes('invoice')) return true
    const isPaymentDue = stepsOf(scenario).some(
      (step) => step.do === 'fail_payment' && step.at_call <= call + 1,
    )
    return isPaymentDue || scenario.name === unpaid || !startScenarios.includes(scenario.name)
  })
}

function canStartMatter(scenario: string, does: { creates: boolean; lists: boolean }): boolean {
  if (onlyForCreations.includes(scenario)) return does.creates
  return does.lists || !onlyForLists.includes(scenario)
}
