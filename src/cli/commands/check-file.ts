import { ActionError } from '../../contract/action-error.ts'
import { loadScenarioFile } from '../../scenario/load.ts'
import { ScenarioError } from '../../scenario/merge.ts'
import type { ScenarioCatalog } from '../../scenario/catalog.ts'
import { tryScenario } from '../../start.ts'

/**
 * Checks a scenario file and runs its `expect` steps, which may load scenarios of `catalog`. Returns one
 * line for each error.
 */
export async function checkFile(
  file: string,
  catalog: ScenarioCatalog,
): Promise<{ lines: readonly string[]; steps: number }> {
  try {
    const named = loadScenarioFile(file)
    const unmet = await tryScenario(catalog, named)
    const lines = unmet.map((line) => `${file}: ${line}`)
    return { lines, steps: named.scenario.expect?.length ?? 0 }
  } catch (error) {
    if (error instanceof ScenarioError) return { lines: error.lines, steps: 0 }
    if (error instanceof ActionError) return { lines: [`${file}: ${error.message}`], steps: 0 }
    throw error
  }
}
