import type { ArmedFault } from '../../contract/state/state.ts'
import type { Account } from '../account/account.ts'
import type { ScheduledEvent } from '../clock/schedule.ts'
import type { StepDoer } from './handler.ts'
import { endFaults } from '../account/faults.ts'
import { moveToFree, endTrial, renew } from '../account/billing.ts'
import { readClock } from '../clock/clock.ts'
import { FiredEvents } from '../clock/fired-events.ts'
import { toSeconds } from '../clock/times.ts'

/** Runs everything due up to the current machine time and sets the account's time. */
export function runDue(account: Account, machineMs: number, doStep: StepDoer): FiredEvents {
  return advanceTo(account, readClock(account.state.clock, machineMs, account.now), doStep)
}

/** Advances the account's time to `untilMs` and applies the events due by then, in order of time. */
export function advanceTo(
  account: Account,
  untilMs: number,
  doStep: StepDoer,
  fired = new FiredEvents(),
): FiredEvents {
  while (account.nextEventMs() <= untilMs) {
    const lastMs = Math.min(untilMs, nextStepMs(account))
    expireAliases(account, lastMs, doStep, fired)
    applyBefore(account, lastMs, doStep, fired)
    if (account.nextScheduledMs() <= lastMs) applyNext(account, doStep, fired)
  }
  account.now = untilMs
  return fired
}

function nextStepMs({ state }: Account): number {
  return state.timeline.reduce((first, { at_ms }) => Math.min(first, at_ms), Infinity)
}

/**
 * Expires the aliases due by then, all at once: up to a step of the timeline, no other event sees
 * which aliases there are. The choice `expiry` decides what remains.
 */
function expireAliases(
  account: Account,
  untilMs: number,
  doStep: StepDoer,
  fired: FiredEvents,
): void {
  const seconds = toSeconds(untilMs) - account.expiryLagSeconds
  for (const alias of account.aliases.expire(seconds, account.choices.expiry !== 'expired')) {
    const expiryMs = account.expiryMsOf(alias)
    applyBefore(account, expiryMs, doStep, fired)
    account.now = Math.max(account.now, expiryMs)
    account.state.gone.expired += 1
    fired.add(account.now, 'alias_expired', { id: alias.id })
  }
}

/** Applies the scheduled events before a time. */
function applyBefore(account: Account, ms: number, doStep: StepDoer, fired: FiredEvents): void {
  while (account.nextScheduledMs() < ms) applyNext(account, doStep, fired)
}

function applyNext(account: Account, doStep: StepDoer, fired: FiredEvents): void {
  account.now = Math.max(account.now, account.nextScheduledMs())
  applyEvent(account, account.schedule.pop()!, doStep, fired)
}

/** It may have been used since it was scheduled. */
function endFault({ state, now }: Account, scheduled: ArmedFault, fired: FiredEvents): void {
  const { id, kind } = scheduled
  const { hits } = state.faults.find((fault) => fault.id === id) ?? scheduled
  endFaults(state, (fault) => fault.id === id)
  fired.add(now, 'fault_ended', { fault: id, kind, hits })
}

function applyEvent(
  account: Account,
  scheduled: ScheduledEvent,
  doStep: StepDoer,
  fired: FiredEvents,
): void {
  const { state, now } = account
  switch (scheduled.kind) {
    case 'burst_reset':
      state.usage.burst = null
      fired.add(now, 'burst_reset')
      break
    case 'daily_reset':
      state.usage.daily.used = 0
      fired.add(now, 'daily_reset')
      break
    case 'forwards_reset':
      state.usage.forwards.used = 0
      fired.add(now, 'forwards_reset')
      break
    case 'trial_end':
      endTrial(account, fired)
      break
    case 'renewal':
      renew(account, fired)
      break
    case 'canceled_becomes_free':
      moveToFree(account)
      fired.add(now, 'canceled_becomes_free', { plan: state.plan })
      break
    case 'fault_end':
      endFault(account, scheduled.fault, fired)
      break
    case 'timeline':
      state.timeline = state.timeline.filter((step) => step !== scheduled.step)
      fired.add(now, 'timeline', {
        do: scheduled.step.do,
        arguments: scheduled.step.arguments,
        ...doStep(account, scheduled.step),
      })
  }
  account.reschedule()
}
