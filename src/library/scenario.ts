import { toField, toSentence } from '../contract/complaint.ts'
import { notOneOf } from '../contract/not-one-of.ts'
import type { ScenarioInput } from '../contract/given.ts'
import { checkScenario, type NamedScenario, type Scenario } from '../contract/scenario.ts'
import { mergeNamed, ScenarioError } from '../scenario/merge.ts'
import { chooseScenario, type ScenarioShelf } from '../scenario/shelf.ts'
import { refuseBareDurations } from '../client/durations.ts'
import { wrong, type CheckedOptions } from './options.ts'

/**
 * A scenario of your own, checked where it is written: a name that is not known is refused with the
 * nearest that is.
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
export function defineScenario<Given extends ScenarioInput>(
  scenario: Given & ScenarioInput,
): Given {
  readScenario(scenario, [])
  return scenario
}

type Wanted = CheckedOptions['scenario']

/** The scenario of the default account, files included. @throws SandboxError */
export async function loadScenarios(wanted: Wanted, shelf: ScenarioShelf): Promise<NamedScenario> {
  const found: NamedScenario[] = []
  for (const one of listOf(wanted)) {
    found.push(typeof one === 'string' ? await load(one, shelf) : inline(one))
  }
  return merged(found)
}

/** The same where nothing can be waited for: names and objects, no files. @throws SandboxError */
export function findScenarios(wanted: Wanted, shelf: ScenarioShelf): NamedScenario {
  return merged(
    listOf(wanted).map((one) => (typeof one === 'string' ? find(one, shelf) : inline(one))),
  )
}

function listOf(wanted: Wanted = 'plus') {
  if (!Array.isArray(wanted)) return [wanted]
  if (wanted.length === 0) throw wrong('scenario', 'scenario: is an empty list')
  return wanted
}

function inline(given: object): NamedScenario {
  return { name: 'inline', scenario: readScenario(given, ['scenario']) }
}

function readScenario(given: object, place: readonly string[]): Scenario {
  refuseBareDurations(given, toField(place))
  const checked = checkScenario(given)
  if (checked.ok) return checked.value
  const complaints = checked.complaints.map((each) => ({ ...each, path: [...place, ...each.path] }))
  throw wrong(toField(complaints[0]?.path ?? []), complaints.map(toSentence).join('; '))
}

async function load(word: string, shelf: ScenarioShelf): Promise<NamedScenario> {
  try {
    return await chooseScenario(shelf, [word])
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ScenarioError)) throw error
    throw wrong('scenario', error.message)
  }
}

function find(word: string, shelf: ScenarioShelf): NamedScenario {
  const scenario = shelf.find(word)
  if (scenario) return { name: word, scenario }
  throw wrong('scenario', `scenario: ${notOneOf(word, shelf.names())}`)
}

/** Later ones win key by key, `overrides` last; together they have to be one valid scenario. @throws SandboxError */
export function merged(found: readonly NamedScenario[], overrides: Scenario = {}): NamedScenario {
  try {
    return mergeNamed(found, overrides)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw wrong('scenario', error.lines.join('; '))
  }
}
