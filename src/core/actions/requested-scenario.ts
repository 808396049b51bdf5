import { toField, formatIssue } from '../../contract/validation-issue.ts'
import {
  mergeChecked,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../../contract/scenario.ts'
import type { Host } from '../account/account.ts'
import { ActionError } from '../../contract/action-error.ts'

/**
 * The scenario of a new account: one by name, with what is laid over it.
 * @throws ActionError 400 when it is unknown, or when the two contradict each other.
 */
export function requestedScenario(
  { scenario: name = 'plus', overrides = {} }: { scenario?: string; overrides?: Scenario },
  host: Host,
): NamedScenario {
  const scenario = host.findScenario(name)
  if (!scenario) {
    const known = unknownScenario(name, host.scenarioNames())
    throw new ActionError(400, `scenario: ${known}`, 'scenario')
  }
  if (Object.keys(overrides).length === 0) return { name, scenario }
  const merged = mergeChecked(scenario, overrides)
  if (merged.ok) return { name, scenario: merged.value }
  const [first] = merged.issues
  throw new ActionError(
    400,
    `${merged.issues.map(formatIssue).join('; ')} (in scenario ${name} with what was given)`,
    toField(first.path),
  )
}
