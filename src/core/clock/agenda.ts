import TinyQueue from 'tinyqueue'
import { DAY_MS } from '../../contract/rules.ts'
import type { AccountState, ArmedFault } from '../../contract/state.ts'

/** The parts of an account's value that time acts on. */
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

/** What time will do to an account, aliases' expiries apart: the book keeps those. */
export type Due = { at: number } & (
  | { kind: 'burst_reset' | 'daily_reset' | 'forwards_reset' }
  | { kind: 'trial_end' | 'renewal' | 'canceled_becomes_free' }
  | { kind: 'fault_end'; fault: ArmedFault }
  | { kind: 'timeline'; step: AccountState['timeline'][number] }
)

/** At the same instant limits open first and the timeline comes last. */
const ranks: Record<Due['kind'], number> = {
  burst_reset: 0,
  daily_reset: 1,
  forwards_reset: 2,
  trial_end: 3,
  renewal: 4,
  canceled_becomes_free: 5,
  fault_end: 6,
  timeline: 7,
}

/** The agenda of an account, earliest first; a heap, so that what is not due costs nothing. */
export function toAgenda(state: TimedState): TinyQueue<Due> {
  return new TinyQueue(upcoming(state), inOrder)
}

/** Everything on the agenda, in the order in which it will happen. */
export function inOrderOfTime(agenda: TinyQueue<Due>): Due[] {
  return agenda.data.toSorted(inOrder)
}

function inOrder(a: Due, b: Due): number {
  return a.at - b.at || ranks[a.kind] - ranks[b.kind]
}

function upcoming(state: TimedState): Due[] {
  const { usage } = state
  const due: Due[] = state.timeline.map((step) => ({ kind: 'timeline', at: step.at_ms, step }))
  if (usage.burst) due.push({ kind: 'burst_reset', at: usage.burst.resets_at_ms })
  if (usage.daily.used > 0) {
    due.push({ kind: 'daily_reset', at: (usage.daily.day + 1) * DAY_MS })
  }
  if (usage.forwards.used > 0) {
    due.push({ kind: 'forwards_reset', at: Date.UTC(1970, usage.forwards.month + 1, 1) })
  }
  if (state.billing === 'trialing' && state.trial_ends_at_ms !== null) {
    due.push({ kind: 'trial_end', at: state.trial_ends_at_ms })
  }
  if (state.renews_at_ms !== null) due.push({ kind: 'renewal', at: state.renews_at_ms })
  if (
    state.billing === 'canceled' &&
    state.canceled_at_ms !== null &&
    state.choices['canceled_becomes_free'] === 'after_30_days'
  ) {
    due.push({ kind: 'canceled_becomes_free', at: state.canceled_at_ms + 30 * DAY_MS })
  }
  for (const fault of state.faults) {
    if (fault.ends_at_ms !== null && !fault.over) {
      due.push({ kind: 'fault_end', at: fault.ends_at_ms, fault })
    }
  }
  return due
}
