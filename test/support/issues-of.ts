import { parseScenario } from '../../src/scenario/parse.ts'
import { ScenarioError } from '../../src/scenario/merge.ts'

/** What is said about a file with this text; nothing when it is a scenario. */
export function issuesOf(text: string, file = 's.yaml'): readonly string[] {
  try {
    parseScenario(text, file)
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.lines
    throw error
  }
}
