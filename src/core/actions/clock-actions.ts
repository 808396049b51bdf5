import { DAY_MS } from '../../contract/rules.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { LATEST_MS } from '../../contract/values/times.ts'
import type { Account } from '../account/account.ts'
import { setClock } from '../clock/clock.ts'
import type { HandlersOf, Moment } from './handler.ts'
import { advanceTo } from './run-due.ts'
import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { nextMidnightMs, toInstantMs, toIso, toMs } from '../clock/times.ts'

export const clockActions = {
  advance_clock: advanceClock,
  freeze_clock: freezeClock,
  resume_clock: resumeClock,
} satisfies HandlersOf<'clock'>

/** A single action advances a clock by ten years at most. */
const FARTHEST_MS = 3_653 * DAY_MS

function advanceClock(account: Account, args: ActionArguments<'advance_clock'>, moment: Moment) {
  const { by, to, waited } = args
  const from = account.now
  const asked = by !== undefined ? from + toMs(by) : destinationOf(account, to ?? 0)
  // Waits at the same time end one after the other: the account may stand later than where this one ends.
  const target = waited ? Math.max(from, asked) : asked
  moveTo(account, target, by !== undefined ? 'by' : 'to', moment)
  return { advanced_seconds: (target - from) / 1_000 }
}

function freezeClock(account: Account, { at }: ActionArguments<'freeze_clock'>, moment: Moment) {
  if (at !== undefined) moveTo(account, toInstantMs(at, account.now), 'at', moment)
  setClock(account.state.clock, account.now, moment.machineMs)
  account.state.clock.mode = 'frozen'
  return { mode: 'frozen' }
}

function resumeClock(account: Account, { scale }: ActionArguments<'resume_clock'>, moment: Moment) {
  const { clock } = account.state
  setClock(clock, account.now, moment.machineMs)
  clock.mode = 'running'
  if (scale !== undefined) clock.scale = scale
  return { mode: 'running', scale: clock.scale }
}

function destinationOf(account: Account, to: string | number): number {
  switch (to) {
    case 'utc_midnight':
      return nextMidnightMs(account.now)
    case 'burst_reset':
      return (
        account.state.usage.burst?.resets_at_ms ??
        refuse('no_burst_window', 'no burst window is open')
      )
    case 'next_event': {
      const next = account.nextEventMs()
      return Number.isFinite(next)
        ? next
        : refuse('no_event', 'no event is scheduled for this account')
    }
    default:
      return toInstantMs(to, account.now)
  }
}

/** Moves the clock forward only. Everything scheduled on the way happens, in order. */
function moveTo(account: Account, target: number, field: string, moment: Moment): void {
  const { now } = account
  if (target < now) {
    throw new ActionError(
      400,
      `${field} must not be before the account's clock, ${toIso(now)} (got ${toIso(target)}); only reset, load_scenario and undo set a clock back`,
      field,
    )
  }
  if (target - now > FARTHEST_MS || target > LATEST_MS) {
    throw new ActionError(
      400,
      `${field} must not move the clock by more than ten years in one action`,
      field,
    )
  }
  advanceTo(account, target, moment.doStep, moment.fired)
  setClock(account.state.clock, account.now, moment.machineMs)
}
