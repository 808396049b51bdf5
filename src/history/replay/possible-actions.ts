import { ActionError, type Refusal } from '../../contract/control/action-error.ts'
import { actionNames, checkArguments, type ActionName } from '../../contract/actions.ts'
import { paidPlans } from '../../contract/rules.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import { perform } from '../../core/actions/run-action.ts'
import { copyOf } from './account-before.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** An action that an account would perform now, or why it would refuse it. */
export type PossibleAction = {
  action: ActionName
  arguments: Record<string, unknown>
  refused: Refusal | null
}

type TriedAction = Omit<PossibleAction, 'refused'>

const withPlan = (action: ActionName, more: Record<string, unknown> = {}): TriedAction[] =>
  paidPlans.map((plan) => ({ action, arguments: { plan, ...more } }))

/** Every action that needs no arguments, and those that take a plan with each of them. */
const tried: readonly TriedAction[] = actionNames.flatMap((action) => {
  if (action === 'start_trial' || action === 'subscribe') {
    return withPlan(action, { cycle: 'monthly' })
  }
  if (action === 'change_plan') return withPlan(action)
  return checkArguments(action, {}).ok ? [{ action, arguments: {} }] : []
})

/**
 * Performs each action on a copy of its own, so that the rules are those of the action. A copy is not
 * short of memory: that an action has no room for its change only shows when it is performed.
 */
export function possibleActions(
  account: Account,
  source: ReplaySource,
  machineMs: number,
): PossibleAction[] {
  const snapshot = shortSnapshot(account)
  return tried.map((one) => {
    const copy = copyOf(account, new ReplayHost(source), snapshot)
    return { ...one, refused: refusalOf(() => perform(copy, one.action, one.arguments, machineMs)) }
  })
}

/** A snapshot whose start is quickly repeated. */
function shortSnapshot(account: Account): Snapshot {
  const { state, ...snapshot } = account.snapshot()
  return {
    ...snapshot,
    state: { ...state, start: withoutConstantAliases(state.start as Scenario) },
  }
}

/** Only a time that has passed meanwhile keeps an account from starting again: other aliases are left out. */
function withoutConstantAliases({ populate: _samples, ...start }: Scenario): Scenario {
  const aliases = start.aliases?.filter(
    ({ created_at, expires_at }) => created_at !== undefined || expires_at != null,
  )
  return { ...start, ...(aliases && { aliases }) }
}

function refusalOf(act: () => void): Refusal | null {
  try {
    act()
    return null
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return error.refusal
  }
}
