import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { NamedScenario, Scenario } from '../../../../contract/scenario/scenario.ts'
import { chooseScenario } from '../../../../node/files/scenario-catalog.ts'
import type { ScenarioCatalog } from '../../../../scenario/catalog.ts'
import { storyIn } from '../../../../hunt/explore/scenario-steps.ts'
import { parseScenario } from '../../../../scenario/parse.ts'
import { usageError } from '../../../output/failure.ts'
import { unknownWord } from '../../../output/wrong-value.ts'
import { readable } from '../../../sandbox/settings.ts'

/** How files of scenarios end in a folder of --story. */
const ENDING = /\.ya?ml$/

/** A story of --story, and the file that it stands in, if it is one of a folder. */
export type GivenStory = { story: NamedScenario; file: string | undefined }

/** Reads --story: a scenario as JSON, by path or by name, or a folder of them. @throws Failure */
export async function readStories(text: string, catalog: ScenarioCatalog): Promise<GivenStory[]> {
  // A file that is read becomes a scenario of the catalog itself.
  const starts = catalog.names().map((name) => ({ name, scenario: catalog.find(name)! }))
  const read = async (word: string, file?: string) => ({
    story: toStory(await readable(() => readScenario(word, catalog)), starts),
    file,
  })
  if (isJson(text) || !isFolder(text)) return [await read(text)]
  const names = readdirSync(text).filter((name) => ENDING.test(name))
  if (names.length === 0) throw usageError(`--story: the folder ${text} has no scenario (.yaml)`)
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
  if (isJson(word)) return { name: 'story', scenario: parseScenario(word, '--story').scenario }
  try {
    return await chooseScenario(catalog, [word])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const hint = { known: catalog.names(), listedBy: 'scenarios', label: '--story' }
    throw usageError(unknownWord('scenario', word, hint))
  }
}

/** A story is named after the scenario to which it adds something, where there is one. */
function toStory(named: NamedScenario, starts: readonly NamedScenario[]): NamedScenario {
  const story = storyIn(named)
  if (starts.some(({ scenario }) => scenario === named.scenario)) return story
  const { timeline = [], populate, choices, ...start } = story.scenario
  const known = starts.find(({ scenario }) => isDeepStrictEqual(startOf(scenario), startOf(start)))
  if (!known) return story
  return storyIn(known, {
    timeline,
    ...(populate !== undefined && { populate }),
    ...(choices && { choices }),
  })
}

function startOf(scenario: Scenario): object {
  const { title: _title, summary: _summary, expect: _expect, account, ...start } = scenario
  return { ...start, account: { plan: 'plus', billing: 'active', ...account } }
}
