import { changedChoices } from '../../contract/choices/choices.ts'
import type { AccountView, FiredView } from '../../contract/control/control-shapes.ts'
import { timesOf } from '../../contract/deliveries.ts'
import { eachOperation, type Operation } from '../../contract/operations.ts'
import type { Account } from '../../core/account/account.ts'
import { inOrderOfTime, type ScheduledEvent } from '../../core/clock/schedule.ts'
import { afterStepsAt } from '../../history/replay/steps-at-next-call.ts'
import { predict } from '../../core/calls/handle-call.ts'
import { priceOf } from '../../core/account/billing.ts'
import { toFaultView } from '../../core/account/fault-view.ts'
import { armedFaults } from '../../core/account/faults.ts'
import type { FiredEvent } from '../../core/clock/fired-events.ts'
import { canKeep } from '../../core/record/bases.ts'
import { lastAction } from '../../core/record/last-action.ts'
import { checkKey } from '../../core/account/keys.ts'
import {
  burstLevel,
  burstResetsInMs,
  dailyLevel,
  dailyResetsAtMs,
  forwardsLevel,
  forwardsResetAtMs,
} from '../../core/account/limits.ts'
import { toIso, toSeconds } from '../../core/clock/times.ts'

/** How the control API shows accounts, faults and calls: times as ISO in UTC. */

/** Number of upcoming events shown per account. */
const MAX_UPCOMING = 10

export function toAccountView(account: Account): AccountView {
  const { state } = account
  return {
    name: state.name,
    api_key: state.key.current,
    /** The initial key, which was given to the client. */
    first_key: state.key.first,
    key_status: state.key.status,
    scenario: state.scenario,
    plan: state.plan,
    billing: state.billing,
    cycle: state.cycle,
    card: state.card,
    price: state.plan === 'free' ? null : priceOf(state.plan, state.cycle),
    trial_used: state.trial_used,
    trial_ends_at: isoOrNull(state.trial_ends_at_ms),
    renews_at: isoOrNull(state.renews_at_ms),
    seed: state.seed,
    clock: {
      now: toIso(account.now),
      epoch_seconds: toSeconds(account.now),
      mode: state.clock.mode,
      scale: state.clock.scale,
    },
    waits: state.short_waits === null ? 'documented' : 'short',
    usage: usageOf(account),
    aliases: account.aliases.size,
    choices: changedChoices(state.choices),
    faults: armedFaults(account).map(toFaultView),
    forked_from: state.forked_from ?? null,
    last_action: lastActionOf(account),
    can_come_back: canKeep(account.bytes),
    next_events: comingEvents(account),
    steps_at_calls: stepsAtCalls(state),
    next_call: eachOperation((operation) => nextCall(account, operation)),
  }
}

/** The steps that wait for a call, the first ones of the file. */
function stepsAtCalls({ timeline_at_calls: waiting }: Account['state']) {
  if (!waiting) return []
  return waiting.steps.slice(0, MAX_UPCOMING).map(({ at_call: at, operation, ...step }) => ({
    in_calls: at - waiting.counted[operation],
    operation,
    ...step,
  }))
}

function lastActionOf({ history }: Account): AccountView['last_action'] {
  const last = lastAction(history)
  return last ? { id: last.id, action: last.action, at: last.at } : null
}

function usageOf(account: Account) {
  return {
    burst: {
      ...burstLevel(account),
      /** Seconds; null when no window is open. */
      resets_in: account.state.usage.burst ? Math.ceil(burstResetsInMs(account) / 1_000) : null,
    },
    daily: { ...dailyLevel(account), resets_at: toIso(dailyResetsAtMs(account)) },
    forwards: { ...forwardsLevel(account), resets_at: toIso(forwardsResetAtMs(account)) },
  }
}

function nextCall(now: Account, operation: Operation) {
  const account = afterStepsAt(now, operation)
  const { response, outcome, why, delivery } = predict(account, operation, checkKey(account))
  const { status, retry_after_seconds: wait } = response
  return {
    status,
    outcome,
    why,
    ...(wait !== undefined && { retry_after: wait }),
    ...timesOf(delivery),
  }
}

export function toFiredView(event: FiredEvent): FiredView {
  return { ...event, at: toIso(event.at) }
}

/** The next scheduled events, in order of time. */
function comingEvents(account: Account): FiredView[] {
  const planned = inOrderOfTime(account.schedule).map(toComing)
  const expiries = account.aliases.soonestToExpire(MAX_UPCOMING).map((alias) => ({
    at: account.expiryMsOf(alias),
    event: 'alias_expired',
    id: alias.id,
  }))
  return [...planned, ...expiries]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MAX_UPCOMING)
    .map((event) => ({ ...event, at: toIso(event.at) }))
}

function toComing(scheduled: ScheduledEvent): FiredEvent {
  switch (scheduled.kind) {
    case 'trial_end':
      return { at: scheduled.at, event: 'trial_ended' }
    case 'renewal':
      return { at: scheduled.at, event: 'renewed' }
    case 'fault_end':
      return {
        at: scheduled.at,
        event: 'fault_ended',
        fault: scheduled.fault.id,
        kind: scheduled.fault.kind,
      }
    case 'timeline':
      return { at: scheduled.at, event: 'timeline', do: scheduled.step.do }
    default:
      return { at: scheduled.at, event: scheduled.kind }
  }
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms)
}
