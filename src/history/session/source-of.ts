import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Session } from '../../contract/session/session.ts'
import type { ReplaySource } from '../replay/replay-host.ts'

/** Returns the scenarios and texts that a replay of the file looks up. */
export function sourceOf(
  { overrides = {}, scenarios = {}, scenario_names: names }: Session,
  sampleTexts: ReplaySource['sampleTexts'],
): ReplaySource {
  return {
    findScenario: (name) =>
      Object.hasOwn(scenarios, name) ? (scenarios[name] as Scenario) : undefined,
    scenarioNames: () => names ?? Object.keys(scenarios),
    overrides: overrides as Scenario,
    sampleTexts,
  }
}
