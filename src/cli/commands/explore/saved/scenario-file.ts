import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { NamedScenario, Scenario } from '../../../../contract/scenario/scenario.ts'
import type { ScenarioCatalog } from '../../../../scenario/catalog.ts'
import { scenarioIn } from '../../../../hunt/explore/scenario-steps.ts'
import { parseScenario } from '../../../../scenario/parse.ts'
import { usageError } from '../../../output/failure.ts'
import { findScenario } from '../../../sandbox/named-scenarios.ts'
import { readable } from '../../../sandbox/settings.ts'

/** The ending of scenarios in a folder of --repeat. */
const ENDING = /\.ya?ml$/

/** A scenario of --repeat, and the file that it stands in, if it is one of a folder. */
export type GivenScenario = { scenario: NamedScenario; file: string | undefined }

/** Reads --repeat: a scenario as JSON, by path or by name, or a folder of them. @throws Failure */
export async function readGiven(text: string, catalog: ScenarioCatalog): Promise<GivenScenario[]> {
  // A file that is read becomes a scenario of the catalog itself.
  const starts = catalog.names().map((name) => ({ name, scenario: catalog.find(name)! }))
  const read = async (word: string, file?: string) => ({
    scenario: toScenario(await readable(() => readScenario(word, catalog)), starts),
    file,
  })
  if (isJson(text) || !isFolder(text)) return [await read(text)]
  const names = readdirSync(text).filter((name) => ENDING.test(name))
  if (names.length === 0) throw usageError(`--repeat: the folder ${text} has no scenario (.yaml)`)
  const files = names.toSorted().map((name) => join(text, name))
  return Promise.all(files.map((file) => read(file, file)))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

/** @throws ScenarioError, Failure for an unknown name */
async function readScenario(word: string, catalog: ScenarioCatalog): Promise<NamedScenario> {
  if (isJson(word)) return { name: 'scenario', scenario: parseScenario(word, '--repeat').scenario }
  return findScenario(catalog, word, '--repeat')
}

/** A scenario is named after the scenario to which it adds something, where there is one. */
function toScenario(named: NamedScenario, starts: readonly NamedScenario[]): NamedScenario {
  const given = scenarioIn(named)
  if (starts.some(({ scenario }) => scenario === named.scenario)) return given
  const { timeline = [], populate, choices, ...start } = given.scenario
  const known = starts.find(({ scenario }) => isDeepStrictEqual(startOf(scenario), startOf(start)))
  if (!known) return given
  return scenarioIn(known, {
    timeline,
    ...(populate !== undefined && { populate }),
    ...(choices && { choices }),
  })
}

function startOf(scenario: Scenario): object {
  const { title: _title, summary: _summary, expect: _expect, account, ...start } = scenario
  return { ...start, account: { plan: 'plus', billing: 'active', ...account } }
}
