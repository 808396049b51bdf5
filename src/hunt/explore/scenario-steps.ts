import {
  mergeScenarios,
  type NamedScenario,
  type Scenario,
  type StepAtCall,
} from '../../contract/scenario/scenario.ts'

/** The scenario in which nothing is wrong with an account. */
export const CALM_START = 'plus'

/** Lists the steps at calls of a scenario, in the order of its file. */
export function stepsOf({ scenario }: NamedScenario): StepAtCall[] {
  return (scenario.timeline ?? []).filter((step): step is StepAtCall => 'at_call' in step)
}

/** Returns a scenario with this start, in which nothing happens. */
export function withoutSteps({ name, scenario }: NamedScenario): NamedScenario {
  const { timeline = [], ...rest } = scenario
  const others = timeline.filter((step) => !('at_call' in step))
  return { name, scenario: { ...rest, ...(others.length > 0 && { timeline: others }) } }
}

/** Returns a scenario without its holds, in which answers come in the order of a usual run; undefined if it has none. */
export function withoutHolds({ name, scenario }: NamedScenario): NamedScenario | undefined {
  const { timeline = [], faults = [] } = scenario
  const steps = timeline.filter((step) => !(step.do === 'arm_fault' && step.kind === 'hold'))
  const others = faults.filter(({ kind }) => kind !== 'hold')
  if (steps.length === timeline.length && others.length === faults.length) return undefined
  const { timeline: _timeline, faults: _faults, ...rest } = scenario
  return {
    name,
    scenario: {
      ...rest,
      ...(steps.length > 0 && { timeline: steps }),
      ...(others.length > 0 && { faults: others }),
    },
  }
}

/**
 * Returns a scenario that starts in a scenario: the life of an account while a client runs, whose events are steps at
 * calls. Its name is that of the scenario, whose expectations of a client are left out; `parts` are merged over it.
 */
export function scenarioIn({ name, scenario }: NamedScenario, parts: Scenario = {}): NamedScenario {
  const { title: _title, summary: _summary, expect: _expect, ...start } = scenario
  const timeline = [...(start.timeline ?? []), ...(parts.timeline ?? [])]
  const { timeline: _timeline, ...merged } = mergeScenarios(start, parts)
  return { name, scenario: { ...merged, ...(timeline.length > 0 && { timeline }) } }
}
