import { toField, formatIssues } from '../contract/values/validation-issue.ts'
import {
  mergeChecked,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../contract/scenario/scenario.ts'
import type { Host } from './account/account.ts'
import { ActionError } from '../contract/control/action-error.ts'

/**
 * The scenario of a new account: a named one, merged with the overrides.
 * @throws ActionError 400 when the name is unknown or the overrides contradict the scenario.
 */
export function requestedScenario(
  { scenario: name = 'plus', overrides = {} }: { scenario?: string; overrides?: Scenario },
  host: Host,
): NamedScenario {
  const scenario = host.findScenario(name)
  if (!scenario) {
    throw new ActionError(400, unknownScenario(name, host.scenarioNames()), 'scenario')
  }
  if (Object.keys(overrides).length === 0) return { name, scenario }
  const merged = mergeChecked(scenario, overrides)
  if (merged.ok) return { name, scenario: merged.value }
  const [first] = merged.issues
  throw new ActionError(
    400,
    `${formatIssues(merged.issues)} (in scenario ${name} with the overrides)`,
    toField(first.path),
  )
}
