import { DAY_MS } from '../../contract/rules.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { LATEST_MS } from '../../contract/times.ts'
import type { Account } from '../account/account.ts'
import { setClock } from '../clock/clock.ts'
import { advanceTo, type StepDoer } from './run-due.ts'
import type { Fired } from '../clock/fired-events.ts'
import { ActionError, refuse } from '../../contract/action-error.ts'
import { nextMidnightMs, toInstantMs, toIso, toMs } from '../clock/times.ts'

/** What a clock action needs of the moment: the machine's now, and where to tell what fired. */
type Time = { machineMs: number; fired: Fired; doStep: StepDoer }

/** A clock goes ten years at most in one action. */
const FARTHEST_MS = 3_653 * DAY_MS

export function advanceClock(account: Account, args: ActionArguments<'advance_clock'>, time: Time) {
  const { by, to } = args
  const from = account.now
  const target = by !== undefined ? from + toMs(by) : destinationOf(account, to ?? 0)
  moveTo(account, target, by !== undefined ? 'by' : 'to', time)
  return { advanced_seconds: (target - from) / 1_000 }
}

export function freezeClock(account: Account, { at }: ActionArguments<'freeze_clock'>, time: Time) {
  if (at !== undefined) moveTo(account, toInstantMs(at, account.now), 'at', time)
  setClock(account.state.clock, account.now, time.machineMs)
  account.state.clock.mode = 'frozen'
  return { mode: 'frozen' }
}

export function resumeClock(
  account: Account,
  { scale }: ActionArguments<'resume_clock'>,
  time: Time,
) {
  const { clock } = account.state
  setClock(clock, account.now, time.machineMs)
  clock.mode = 'running'
  if (scale !== undefined) clock.scale = scale
  return { mode: 'running', scale: clock.scale }
}

function destinationOf(account: Account, to: string | number): number {
  switch (to) {
    case 'utc_midnight':
      return nextMidnightMs(account.now)
    case 'burst_reset':
      return account.state.usage.burst?.resets_at_ms ?? refuse('no burst window is open')
    case 'next_event': {
      const next = account.nextEventMs()
      return Number.isFinite(next) ? next : refuse('nothing is ahead of this account')
    }
    default:
      return toInstantMs(to, account.now)
  }
}

/** Forward only; everything that falls due on the way happens, in order. */
function moveTo(account: Account, target: number, field: string, time: Time): void {
  const { now } = account
  if (target < now) {
    throw new ActionError(
      400,
      `${field}: ${toIso(target)} lies before the account's now, ${toIso(now)}; a clock never goes back (reset or load_scenario start it anew)`,
      field,
    )
  }
  if (target - now > FARTHEST_MS || target > LATEST_MS) {
    throw new ActionError(
      400,
      `${field}: a clock is advanced by ten years at most in one action`,
      field,
    )
  }
  advanceTo(account, target, time.doStep, time.fired)
  setClock(account.state.clock, account.now, time.machineMs)
}
