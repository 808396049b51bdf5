import { toField, formatIssues } from '../contract/values/validation-issue.ts'
import {
  checkScenario,
  unknownScenario,
  type NamedScenario,
  type Scenario,
} from '../contract/scenario/scenario.ts'
import { mergeNamed, ScenarioError } from '../scenario/merge.ts'
import { chooseScenario } from '../node/files/scenario-catalog.ts'
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

type RequestedScenarios = CheckedOptions['scenario']

/** Merges the scenarios of the default account; reads files. @throws SandboxError @internal */
export async function loadScenarios(
  requested: RequestedScenarios,
  catalog: ScenarioCatalog,
): Promise<NamedScenario> {
  const found: NamedScenario[] = []
  for (const one of listOf(requested)) {
    found.push(typeof one === 'string' ? await load(one, catalog) : inline(one))
  }
  return merged(found)
}

/** Finds scenarios synchronously, by names and objects but not by files. @throws SandboxError @internal */
export function findScenarios(
  requested: RequestedScenarios,
  catalog: ScenarioCatalog,
): NamedScenario {
  return merged(
    listOf(requested).map((one) => (typeof one === 'string' ? find(one, catalog) : inline(one))),
  )
}

function listOf(requested: RequestedScenarios) {
  if (!Array.isArray(requested)) return [requested]
  if (requested.length === 0) throw wrong('scenario', 'scenario must not be an empty list')
  return requested
}

function inline(input: object): NamedScenario {
  return { name: 'inline', scenario: readScenario(input, ['scenario']) }
}

function readScenario(input: object, place: readonly string[]): Scenario {
  refuseBareDurations(input, toField(place))
  const checked = checkScenario(input)
  if (checked.ok) return checked.value
  const issues = checked.issues.map((each) => ({ ...each, path: [...place, ...each.path] }))
  throw wrong(toField(issues[0]?.path ?? []), formatIssues(issues, 'scenario'))
}

async function load(word: string, catalog: ScenarioCatalog): Promise<NamedScenario> {
  try {
    return await chooseScenario(catalog, [word])
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ScenarioError)) throw error
    throw wrong('scenario', error.message)
  }
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
