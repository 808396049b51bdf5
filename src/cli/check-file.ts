import { loadScenarioFile } from '../scenario/load.ts'
import { isScenarioError } from './settings.ts'

/** Checks a scenario file; answers a line for everything that is wrong. */
export async function checkFile(
  file: string,
): Promise<{ lines: readonly string[]; steps: number }> {
  try {
    const { scenario } = loadScenarioFile(file)
    return { lines: [], steps: scenario.expect?.length ?? 0 }
  } catch (error) {
    if (isScenarioError(error)) return { lines: error.lines, steps: 0 }
    throw error
  }
}
