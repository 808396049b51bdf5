import { toField, toSentence } from '../../contract/complaint.ts'
import {
  mergeChecked,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../../contract/scenario.ts'
import type { Host } from '../account/account.ts'
import { ActionRefused } from '../account/refused.ts'

/**
 * The scenario of a new account: one by name, with what is laid over it.
 * @throws ActionRefused 400 when it is unknown, or when the two contradict each other.
 */
export function requestedScenario(
  { scenario: name = 'plus', overrides = {} }: { scenario?: string; overrides?: Scenario },
  host: Host,
): NamedScenario {
  const scenario = host.findScenario(name)
  if (!scenario) {
    const known = unknownScenario(name, host.scenarioNames())
    throw new ActionRefused(400, `scenario: ${known}`, 'scenario')
  }
  if (Object.keys(overrides).length === 0) return { name, scenario }
  const merged = mergeChecked(scenario, overrides)
  if (merged.ok) return { name, scenario: merged.value }
  const [first] = merged.complaints
  throw new ActionRefused(
    400,
    `${merged.complaints.map(toSentence).join('; ')} (in scenario ${name} with what was given)`,
    toField(first.path),
  )
}
