import type { NamedScenario } from '../contract/scenario/scenario.ts'
import { chooseScenario } from '../node/files/scenario-catalog.ts'
import type { ScenarioCatalog } from '../scenario/catalog.ts'
import { ScenarioError } from '../scenario/merge.ts'
import { wrong } from './options.ts'
import { inline, listOf, merged, type RequestedScenarios } from './scenario.ts'

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

async function load(word: string, catalog: ScenarioCatalog): Promise<NamedScenario> {
  try {
    return await chooseScenario(catalog, [word])
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ScenarioError)) throw error
    throw wrong('scenario', error.message)
  }
}
