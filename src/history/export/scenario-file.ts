import type { Scenario } from '../../contract/scenario/scenario.ts'
import { toYamlStory } from '../../scenario/to-yaml.ts'

/** A scenario file; what it is about stands above it. */
export function writeScenario(about: readonly string[], scenario: Scenario): string {
  return [...about.map((line) => `# ${line}`), toYamlStory(scenario)].join('\n')
}
