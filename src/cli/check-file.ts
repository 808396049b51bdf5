import { ActionRefused } from '../core/refused.ts'
import { loadScenarioFile } from '../scenario/load.ts'
import { openShelf } from '../scenario/shelf.ts'
import { tryScenario } from '../start.ts'
import { isScenarioError } from './settings.ts'

/** Checks a scenario file and runs what it expects; answers a line for everything that is wrong. */
export async function checkFile(
  file: string,
): Promise<{ lines: readonly string[]; steps: number }> {
  try {
    const named = loadScenarioFile(file)
    const unmet = await tryScenario(await openShelf(), named)
    const lines = unmet.map((line) => `${file}: ${line}`)
    return { lines, steps: named.scenario.expect?.length ?? 0 }
  } catch (error) {
    if (isScenarioError(error)) return { lines: error.lines, steps: 0 }
    if (error instanceof ActionRefused) return { lines: [`${file}: ${error.message}`], steps: 0 }
    throw error
  }
}
