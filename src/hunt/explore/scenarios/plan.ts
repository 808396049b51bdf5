import { array, nat, record, type Arbitrary } from 'fast-check'
import type { NamedScenario, StepAtCall } from '../../../contract/scenario/scenario.ts'
import { scenarioIn } from '../scenario-steps.ts'
import { readings, type Tables } from './starts.ts'
import { toldSeconds } from './told-seconds.ts'
import { MAX_FORMS, troubles } from './troubles.ts'

/**
 * A scenario as numbers: places in the tables of starts and troubles, whose first rows are the mildest. So
 * fast-check, which shrinks numbers towards 0, shrinks the scenario.
 */
export type Plan = {
  scenario: number
  aliases: number
  reading: number
  steps: readonly PlannedStep[]
}
/** `call` counts from 0 here. */
export type PlannedStep = { trouble: number; form: number; call: number }

export const calmPlan: Plan = { scenario: 0, aliases: 0, reading: 0, steps: [] }

/** The most steps of a random scenario. */
const MAX_STEPS = 4

/** Plans whose steps stand at the first `calls` calls. */
export function planArbitrary({ scenarios, counts }: Tables, calls: number): Arbitrary<Plan> {
  return record({
    scenario: nat(scenarios.length - 1),
    aliases: nat(counts.length - 1),
    reading: nat(readings.length - 1),
    steps: array(
      record({
        trouble: nat(troubles.length - 1),
        form: nat(MAX_FORMS - 1),
        call: nat(Math.max(0, calls - 1)),
      }),
      { maxLength: MAX_STEPS },
    ),
  })
}

/** The scenario of a plan. */
export function toScenario(plan: Plan, { scenarios, counts, seed }: Tables): NamedScenario {
  const count = counts[plan.aliases] ?? 0
  const choices = readings[plan.reading] ?? {}
  const timeline = plan.steps
    .flatMap((step) => toSteps(step, seed))
    .toSorted((a, b) => a.at_call - b.at_call)
  const start = scenarios[plan.scenario] ?? scenarios[0]
  const { burst, burst_resets_in: told } = start.scenario.usage ?? {}
  const isNearLimit = burst !== undefined && told === undefined
  return scenarioIn(start, {
    ...(isNearLimit && { usage: { burst_resets_in: `${toldSeconds(seed, 0)}s` } }),
    ...(count > 0 && { populate: count }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(timeline.length > 0 && { timeline }),
  })
}

/** The steps of one trouble. One that tells a wait ends when that is over, so that a client that waits meets no more. */
function toSteps({ trouble, form, call }: PlannedStep, seed: number): StepAtCall[] {
  const { forms } = troubles[trouble]!
  const { do: name, arguments: args, waits } = forms[Math.min(form, forms.length - 1)]!
  if (waits === undefined) return [{ at_call: call + 1, do: name, ...args }]
  return Array.from({ length: waits }, (_, place) => {
    const seconds = toldSeconds(seed, call + place)
    const told =
      name === 'arm_fault'
        ? { for: `${seconds}s`, retry_after: seconds }
        : { burst_resets_in: `${seconds}s` }
    return { at_call: call + place + 1, do: name, ...args, ...told }
  })
}
