import type { Operation } from '../../contract/operations.ts'
import type { AccountState, StoredStepAtCall } from '../../contract/state.ts'

/** Counts a call, and takes the steps of the timeline out of the state that come right before it. */
export function takeStepsAt(
  state: Pick<AccountState, 'timeline_at_calls'>,
  operation: Operation | null,
): StoredStepAtCall[] {
  const counted = (state.timeline_at_calls ?? []).map((step) =>
    step.operation === 'any' || step.operation === operation
      ? { ...step, in_calls: step.in_calls - 1 }
      : step,
  )
  const waiting = counted.filter(({ in_calls: left }) => left > 0)
  if (waiting.length > 0) state.timeline_at_calls = waiting
  else delete state.timeline_at_calls
  return counted.filter(({ in_calls: left }) => left === 0)
}
