import {
  mergeScenarios,
  type NamedScenario,
  type Scenario,
  type StepAtCall,
} from '../../contract/scenario/scenario.ts'

/**
 * What an account goes through while a client runs: a scenario whose timeline has steps at calls. Its name
 * is that of the scenario in which it starts.
 */
export type Story = NamedScenario

/** The scenario in which nothing is wrong with an account. */
export const CALM_START = 'plus'

/** What happens at calls of a story, in the order of its file. */
export function stepsOf({ scenario }: Story): StepAtCall[] {
  return (scenario.timeline ?? []).filter((step): step is StepAtCall => 'at_call' in step)
}

/** The same start, and nothing happens. */
export function withoutSteps({ name, scenario }: Story): Story {
  const { timeline = [], ...rest } = scenario
  const others = timeline.filter((step) => !('at_call' in step))
  return { name, scenario: { ...rest, ...(others.length > 0 && { timeline: others }) } }
}

/** A story that starts in a scenario: what it says about a client's calls is left out. `parts` are merged over it. */
export function storyIn({ name, scenario }: NamedScenario, parts: Scenario = {}): Story {
  const { title: _title, summary: _summary, expect: _expect, ...start } = scenario
  const timeline = [...(start.timeline ?? []), ...(parts.timeline ?? [])]
  const { timeline: _timeline, ...merged } = mergeScenarios(start, parts)
  return { name, scenario: { ...merged, ...(timeline.length > 0 && { timeline }) } }
}
