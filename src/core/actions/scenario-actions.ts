import { ActionError } from '../../contract/control/action-error.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import {
  checkScenario,
  mergeChecked,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../../contract/scenario/scenario.ts'
import { formatIssues, toField } from '../../contract/values/validation-issue.ts'
import type { Account } from '../account/account.ts'
import type { HandlersOf, Moment } from './handler.ts'
import { firstKey, isRotating, reinitialize } from './initial-state.ts'
import { runDue } from './run-due.ts'

export const scenarioActions = {
  load_scenario: loadScenario,
  reset: (account, _args, { machineMs }) => resetAccount(account, machineMs),
} satisfies HandlersOf<'whole'>

function loadScenario(
  account: Account,
  { scenario }: ActionArguments<'load_scenario'>,
  { machineMs, doStep }: Moment,
) {
  const named = scenarioOf(account, scenario)
  reinitialize(account, account.state.key, named, machineMs)
  runDue(account, machineMs, doStep)
  return toResult(account, named)
}

function scenarioOf(account: Account, requested: string | Record<string, unknown>): NamedScenario {
  if (typeof requested === 'string') {
    const scenario = account.host.findScenario(requested)
    if (scenario) return { name: requested, scenario }
    const message = unknownScenario(requested, account.host.scenarioNames())
    throw new ActionError(404, message, 'scenario')
  }
  const own = checkScenario(requested)
  const checked = own.ok ? mergeChecked(account.host.overrides, own.value) : own
  if (checked.ok) return { name: 'inline', scenario: checked.value }
  const [first] = checked.issues
  const field = toField(['scenario', ...first.path])
  throw new ActionError(400, formatIssues(checked.issues, 'scenario'), field)
}

/**
 * Returns the account to its initial state, or changes nothing: its first key is valid, later keys
 * are unknown, its requests are forgotten. Keys drawn later differ from those drawn before the reset.
 */
export function resetAccount(
  account: Account,
  machineMs: number,
  keysMade = account.state.key.made,
) {
  const { start, started_as, key } = account.state
  const first = firstKey(key.first, key.series, keysMade)
  const named = { name: started_as, scenario: start as Scenario }
  reinitialize(account, first, named, machineMs)
  account.requests.clear()
  return toResult(account, named)
}

/** The scenario, and the key if it made a new one. */
function toResult({ state }: Account, { name, scenario }: NamedScenario) {
  return { scenario: name, ...(isRotating(scenario) && { api_key: state.key.current }) }
}
