import TinyQueue from 'tinyqueue'
import { DAY_MS } from '../../contract/rules.ts'
import type { AccountState, ArmedFault } from '../../contract/state/state.ts'

/** The parts of the account state that scheduled events depend on. */
type TimedState = Pick<
  AccountState,
  | 'usage'
  | 'timeline'
  | 'billing'
  | 'trial_ends_at_ms'
  | 'renews_at_ms'
  | 'canceled_at_ms'
  | 'choices'
  | 'faults'
>

/** A scheduled event of an account. Alias expiries are not included; the alias store keeps them. */
export type ScheduledEvent = { at: number } & (
  | { kind: 'burst_reset' | 'daily_reset' | 'forwards_reset' }
  | { kind: 'trial_end' | 'renewal' | 'canceled_becomes_free' }
  | { kind: 'fault_end'; fault: ArmedFault }
  | { kind: 'timeline'; step: AccountState['timeline'][number] }
)

/** At the same instant, limits are reset first and timeline steps run last. */
const ranks: Record<ScheduledEvent['kind'], number> = {
  burst_reset: 0,
  daily_reset: 1,
  forwards_reset: 2,
  trial_end: 3,
  renewal: 4,
  canceled_becomes_free: 5,
  fault_end: 6,
  timeline: 7,
}

/** The schedule of an account, earliest event first: a heap, so that future events cost nothing. */
export function toSchedule(state: TimedState): TinyQueue<ScheduledEvent> {
  return new TinyQueue(upcoming(state), inOrder)
}

/** All scheduled events, in the order in which they will happen. */
export function inOrderOfTime(schedule: TinyQueue<ScheduledEvent>): ScheduledEvent[] {
  return schedule.data.toSorted(inOrder)
}

function inOrder(a: ScheduledEvent, b: ScheduledEvent): number {
  return a.at - b.at || ranks[a.kind] - ranks[b.kind]
}

function upcoming(state: TimedState): ScheduledEvent[] {
  const { usage } = state
  const scheduled: ScheduledEvent[] = state.timeline.map((step) => ({
    kind: 'timeline',
    at: step.at_ms,
    step,
  }))
  if (usage.burst) scheduled.push({ kind: 'burst_reset', at: usage.burst.resets_at_ms })
  if (usage.daily.used > 0) {
    scheduled.push({ kind: 'daily_reset', at: (usage.daily.day + 1) * DAY_MS })
  }
  if (usage.forwards.used > 0) {
    scheduled.push({ kind: 'forwards_reset', at: Date.UTC(1970, usage.forwards.month + 1, 1) })
  }
  if (state.billing === 'trialing' && state.trial_ends_at_ms !== null) {
    scheduled.push({ kind: 'trial_end', at: state.trial_ends_at_ms })
  }
  if (state.renews_at_ms !== null) scheduled.push({ kind: 'renewal', at: state.renews_at_ms })
  if (
    state.billing === 'canceled' &&
    state.canceled_at_ms !== null &&
    state.choices['canceled_becomes_free'] === 'after_30_days'
  ) {
    scheduled.push({ kind: 'canceled_becomes_free', at: state.canceled_at_ms + 30 * DAY_MS })
  }
  for (const fault of state.faults) {
    if (fault.ends_at_ms !== null && !fault.over) {
      scheduled.push({ kind: 'fault_end', at: fault.ends_at_ms, fault })
    }
  }
  return scheduled
}
