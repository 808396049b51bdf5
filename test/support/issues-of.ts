import { parseScenario } from '../../src/scenario/parse.ts'
import { ScenarioError } from '../../src/scenario/merge.ts'

/** Returns the errors for a scenario file with this text; empty if it is valid. */
export function issuesOf(text: string, file = 's.yaml'): readonly string[] {
  try {
    parseScenario(text, file)
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.lines
    throw error
  }
}
