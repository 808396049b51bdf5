import type { Account } from '../account/account.ts'
import type { ScheduledEvent } from '../clock/schedule.ts'
import type { StepDoer } from './handler.ts'
import { moveToFree, endTrial, renew } from '../account/billing.ts'
import { readClock } from '../clock/clock.ts'
import { Fired } from '../clock/fired-events.ts'
import { toSeconds } from '../clock/times.ts'

/** Runs everything due up to the current machine time and sets the account's time. */
export function runDue(account: Account, machineMs: number, doStep: StepDoer): Fired {
  return advanceTo(account, readClock(account.state.clock, machineMs, account.now), doStep)
}

/** Advances the account's time to `untilMs` and applies the events due by then, in order of time. */
export function advanceTo(
  account: Account,
  untilMs: number,
  doStep: StepDoer,
  fired = new Fired(),
): Fired {
  for (let next = account.nextEventMs(); next <= untilMs; next = account.nextEventMs()) {
    if (account.nextExpiryMs() === next) expireAliases(account, untilMs, fired)
    else {
      account.now = Math.max(account.now, next)
      applyEvent(account, account.schedule.pop()!, doStep, fired)
    }
  }
  account.now = untilMs
  return fired
}

/** Expires the aliases due before the next event. The choice `expiry` decides what remains. */
function expireAliases(account: Account, untilMs: number, fired: Fired): void {
  const beforeMs = Math.max(account.now, Math.min(untilMs, account.nextScheduledMs()))
  const seconds = toSeconds(beforeMs) - account.expiryLagSeconds
  for (const alias of account.aliases.expire(seconds, account.choices.expiry !== 'expired')) {
    account.now = Math.max(account.now, account.expiryMsOf(alias))
    account.state.gone.expired += 1
    fired.add(account.now, 'alias_expired', { id: alias.id })
  }
}

function applyEvent(
  account: Account,
  scheduled: ScheduledEvent,
  doStep: StepDoer,
  fired: Fired,
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
      scheduled.fault.over = true
      fired.add(now, 'fault_ended', {
        fault: scheduled.fault.id,
        kind: scheduled.fault.kind,
        hits: scheduled.fault.hits,
      })
      break
    case 'timeline':
      state.timeline.splice(state.timeline.indexOf(scheduled.step), 1)
      fired.add(now, 'timeline', {
        do: scheduled.step.do,
        arguments: scheduled.step.arguments,
        ...doStep(account, scheduled.step),
      })
  }
  account.reschedule()
}
