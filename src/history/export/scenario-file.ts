import type { Scenario } from '../../contract/scenario/scenario.ts'
import { toYamlScenario } from '../../scenario/to-yaml.ts'

/** A scenario file; what it is about stands above it. */
export function writeScenario(about: readonly string[], scenario: Scenario): string {
  return [...about.map((line) => `# ${line}`), toYamlScenario(scenario)].join('\n')
}
