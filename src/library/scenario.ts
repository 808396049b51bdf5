import { toField, formatIssues } from '../contract/values/validation-issue.ts'
import {
  checkScenario,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../contract/scenario/scenario.ts'
import { mergeNamed, ScenarioError } from '../scenario/merge.ts'
import { type ScenarioCatalog } from '../scenario/catalog.ts'
import { refuseBareDurations } from '../client/durations.ts'
import { wrong, type CheckedOptions } from './options.ts'
import type { ScenarioInput } from '../client/inputs.ts'

/**
 * Defines an inline scenario and checks it at once. The error for an unknown name suggests the nearest
 * valid one.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const almostOut = defineScenario({
 *   account: { plan: 'plus' },
 *   usage: { daily: 49 },
 *   faults: [{ kind: 'outage', for: '20s' }],
 * })
 * const sandbox = await startSandbox({ scenario: almostOut })
 */
export function defineScenario<Input extends ScenarioInput>(
  scenario: Input & ScenarioInput,
): Input {
  readScenario(scenario, [])
  return scenario
}

/** @internal */
export type RequestedScenarios = CheckedOptions['scenario']

/** Finds scenarios synchronously, by names and objects but not by files. @throws SandboxError @internal */
export function findScenarios(
  requested: RequestedScenarios,
  catalog: ScenarioCatalog,
): NamedScenario {
  return merged(
    listOf(requested).map((one) => (typeof one === 'string' ? find(one, catalog) : inline(one))),
  )
}

/** @internal */
export function listOf(requested: RequestedScenarios) {
  if (!Array.isArray(requested)) return [requested]
  if (requested.length === 0) throw wrong('scenario', 'scenario must not be an empty list')
  return requested
}

/** @internal */
export function inline(input: object): NamedScenario {
  return { name: 'inline', scenario: readScenario(input, ['scenario']) }
}

function readScenario(input: object, place: readonly string[]): Scenario {
  refuseBareDurations(input, toField(place))
  const checked = checkScenario(input)
  if (checked.ok) return checked.value
  const issues = checked.issues.map((each) => ({ ...each, path: [...place, ...each.path] }))
  throw wrong(toField(issues[0]?.path ?? []), formatIssues(issues, 'scenario'))
}

function find(word: string, catalog: ScenarioCatalog): NamedScenario {
  const scenario = catalog.find(word)
  if (scenario) return { name: word, scenario }
  throw wrong('scenario', unknownScenario(word, catalog.names()))
}

/** Merges scenarios key by key, later ones and finally `overrides` taking precedence. @throws SandboxError if the result is invalid @internal */
export function merged(found: readonly NamedScenario[], overrides: Scenario = {}): NamedScenario {
  try {
    return mergeNamed(found, overrides)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw wrong('scenario', error.lines.join('; '))
  }
}

/** The fields that override those of every scenario: choices, waits and the clock. @internal */
export function overridesOf({ now, frozen, scale, waits, choices }: CheckedOptions): Scenario {
  const clock = {
    ...(now !== undefined && { now }),
    ...(frozen && { mode: 'frozen' as const }),
    ...(scale !== undefined && { scale }),
  }
  return {
    ...(waits && { waits }),
    ...(choices && { choices }),
    ...(Object.keys(clock).length > 0 && { clock }),
  }
}
