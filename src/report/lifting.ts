import type { Entry, EventEntry, PerformedEntry, RequestEntry } from '../contract/history/entry.ts'
import { isActionName, actionRow } from '../contract/actions.ts'
import { isAction, msOf } from '../contract/history/entry-types.ts'
import { paidPlans, rules, type Plan } from '../contract/rules.ts'
import { answeringMs } from './known.ts'
import type { TimedHistory } from './timed-history.ts'

/** The subject of an obligation: each is lifted by other actions and events. */
export type Subject = 'burst' | 'outage' | 'daily' | 'plan' | 'key' | 'request'

/** Does this entry lift an obligation that the answer to `refusal` created? */
export function lifts(
  history: TimedHistory,
  entry: Entry,
  subject: Subject,
  refusal: RequestEntry,
): boolean {
  if (startsOver(history, entry, refusal)) return true
  if (history.isUndone(entry)) return false
  if (isAction(entry)) return entry.result !== undefined && isLiftedBy(entry, subject, refusal)
  return entry.type === 'event' && isLiftedByEvent(history, entry, subject, refusal)
}

/** Does this entry turn the account into another one, or put it back to before the call? */
export function startsOver(history: TimedHistory, entry: Entry, call: RequestEntry): boolean {
  if (history.isUndone(entry)) return false
  if (entry.type === 'start') return true
  if (entry.type === 'undo') return history.orderOf(entry.to) <= call.order
  if (!isAction(entry) || entry.result === undefined) return false
  return entry.action === 'load_scenario' || entry.action === 'reset'
}

function isLiftedBy(entry: PerformedEntry, subject: Subject, refusal: RequestEntry): boolean {
  const { action } = entry
  if (action === 'clear_faults') return refusal.fault !== null && clears(entry, refusal)
  switch (subject) {
    case 'burst':
      // The limit is one of the key.
      return action === 'rotate_key' || (action === 'set_usage' && hasRoom(entry, 'burst'))
    case 'daily':
      return (
        (action === 'set_usage' && hasRoom(entry, 'daily')) ||
        (PLAN_ACTIONS.includes(action) && hasHigherCap(entry))
      )
    case 'plan':
      return (
        isActionName(action) &&
        actionRow(action).group === 'billing' &&
        !refusesAlike(entry, refusal)
      )
    case 'key':
      return isActionName(action) && actionRow(action).group === 'key'
    case 'request':
      return action === 'set_choices' // another reading of the document may accept it
    case 'outage':
      return false
  }
}

/** Was the account set to what refused the call? */
function refusesAlike(entry: PerformedEntry, { outcome }: RequestEntry): boolean {
  return (
    entry.action === 'set_account' && `plan_${String(argumentsOf(entry)['billing'])}` === outcome
  )
}

const PLAN_ACTIONS: readonly string[] = ['change_plan', 'subscribe', 'start_trial', 'set_account']

/** Is the account on another plan now, whose daily cap is not the lowest of the paid ones? */
function hasHigherCap({ unchanged, result }: PerformedEntry): boolean {
  const { plan }: { plan?: Plan } = result ?? {}
  const lowest = Math.min(...paidPlans.map((each) => rules.daily[each]))
  return !unchanged && plan !== undefined && rules.daily[plan] > lowest
}

/** Was this limit set, and is it not reached now? */
function hasRoom(entry: PerformedEntry, limit: 'burst' | 'daily'): boolean {
  const set = argumentsOf(entry)
  const isSet = set[limit] !== undefined || (limit === 'burst' && 'burst_resets_in' in set)
  const level = (entry.result as Record<string, { used?: number; limit?: number | null }>)[limit]
  return isSet && (level?.limit == null || (level.used ?? 0) < level.limit)
}

/** A fault by its id, all of a kind, or all. */
function clears(entry: PerformedEntry, refusal: RequestEntry): boolean {
  const { id, kind } = argumentsOf(entry)
  return (id ?? refusal.fault) === refusal.fault && (kind ?? refusal.outcome) === refusal.outcome
}

const LIFTING_EVENTS: Record<Subject, readonly string[]> = {
  burst: ['burst_reset'],
  daily: ['daily_reset', 'canceled_becomes_free'],
  plan: ['trial_ended', 'renewed', 'payment_failed', 'canceled_becomes_free'],
  outage: [],
  key: [],
  request: [],
}

/**
 * A limit that is reset lifts its own obligation. A fault that ends by itself lifts none, because no
 * client can see it, unless the answer told its end; if somebody advanced the clock past its end, the
 * test goes on from there. A window that was over before its answer was sent frees nobody: who reads that answer
 * cannot know it.
 */
function isLiftedByEvent(
  history: TimedHistory,
  entry: EventEntry,
  subject: Subject,
  refusal: RequestEntry,
): boolean {
  const { event, details } = entry
  const accountMs = msOf(entry.at)
  const sentMs = msOf(refusal.at) + answeringMs(refusal) * refusal.clock_scale
  if (subject === 'burst' && history.hasPassed(entry) && accountMs < sentMs) return false
  // The window may reset long before the fault that refused the call ends.
  if (event === 'burst_reset' && refusal.fault !== null) {
    return subject === 'burst' && endsWait(refusal, accountMs)
  }
  if (LIFTING_EVENTS[subject].includes(event)) return true
  if (subject === 'burst' && details['kind'] === 'burst' && endsWait(refusal, accountMs))
    return true
  if (history.hasPassed(entry)) return false
  return event === 'fault_ended' || (event === 'timeline' && details['do'] === 'clear_faults')
}

/** Does Retry-After, which is rounded up, mean this time on the account's clock? */
function endsWait({ at, clock_scale, response }: RequestEntry, atMs: number): boolean {
  const shortestS = (response.retry_after_seconds ?? 0) - 1
  return atMs - msOf(at) > shortestS * 1_000 * (clock_scale || 1)
}

function argumentsOf({ arguments: args }: PerformedEntry): Record<string, unknown> {
  return typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
}
