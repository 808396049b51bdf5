import type { NamedScenario } from '../../contract/scenario/scenario.ts'
import { chooseScenario } from '../../node/files/scenario-catalog.ts'
import type { ScenarioCatalog } from '../../scenario/catalog.ts'
import { usageError } from '../output/failure.ts'
import { unknownWord } from '../output/wrong-value.ts'

/** @throws Failure for the first name that no scenario has */
export function requireScenarios(
  catalog: ScenarioCatalog,
  names: readonly string[],
  label: string,
): void {
  const unknown = names.find((name) => !catalog.find(name))
  if (unknown === undefined) return
  const known = catalog.names()
  throw usageError(unknownWord('scenario', unknown, { known, listedBy: 'scenarios', label }))
}

/** The scenario of a name or a path. @throws Failure for an unknown name, and ScenarioError */
export async function findScenario(
  catalog: ScenarioCatalog,
  word: string,
  label?: string,
): Promise<NamedScenario> {
  try {
    return await chooseScenario(catalog, [word])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const hint = { known: catalog.names(), listedBy: 'scenarios' }
    throw usageError(unknownWord('scenario', word, { ...hint, ...(label && { label }) }))
  }
}
