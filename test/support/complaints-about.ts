import { parseScenario, ScenarioError } from '../../src/scenario/parse.ts'

/** What is said about a file with this text; nothing when it is a scenario. */
export function complaintsAbout(text: string, file = 's.yaml'): readonly string[] {
  try {
    parseScenario(text, file)
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.lines
    throw error
  }
}
