import type { Operation } from '../../contract/operations.ts'
import type { AccountState, StepsAtCalls } from '../../contract/state/state.ts'

type StepHolder = Pick<AccountState, 'timeline_at_calls'>
type Step = StepsAtCalls['steps'][number]

/** The steps of the timeline that come right before the next call, if it is of this operation. */
export function stepsAt(
  { timeline_at_calls: waiting }: StepHolder,
  operation: Operation | null,
): Step[] {
  if (!waiting) return []
  const { counted, steps } = waiting
  return steps.filter(
    (step) => isCounted(step, operation) && step.at_call === counted[step.operation] + 1,
  )
}

/** Counts that call, and takes its steps out of the state. It changes nothing in place, because bases share the state. */
export function takeStepsAt(state: StepHolder, operation: Operation | null): Step[] {
  const { timeline_at_calls: waiting } = state
  if (!waiting) return []
  const taken = stepsAt(state, operation)
  const steps =
    taken.length === 0 ? waiting.steps : waiting.steps.filter((step) => !taken.includes(step))
  const { any, ...others } = waiting.counted
  const counted = { any: any + 1, ...others }
  if (operation !== null) counted[operation] += 1
  if (steps.length > 0) state.timeline_at_calls = { counted, steps }
  else delete state.timeline_at_calls
  return taken
}

function isCounted(step: Step, operation: Operation | null): boolean {
  return step.operation === 'any' || step.operation === operation
}
