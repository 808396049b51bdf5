import type { ActionArguments } from '../../contract/actions.ts'
import type { Account } from '../account/account.ts'
import {
  burstLevel,
  dailyLevel,
  forwardsLevel,
  openBurst,
  setDaily,
  setForwards,
} from '../account/limits.ts'
import { toMs } from '../clock/times.ts'
import type { HandlersOf } from './handler.ts'

export const usageActions = { set_usage: setUsage } satisfies HandlersOf<'usage'>

function setUsage(account: Account, args: ActionArguments<'set_usage'>) {
  const { state } = account
  if (args.burst !== undefined || args.burst_resets_in !== undefined) {
    const used = args.burst ?? burstLevel(account).used
    const open = state.usage.burst
    const left =
      args.burst_resets_in !== undefined
        ? toMs(args.burst_resets_in)
        : open
          ? open.resets_at_ms - account.now
          : undefined
    openBurst(account, used, left)
  }
  if (args.daily !== undefined) setDaily(account, args.daily)
  if (args.referral_bonus !== undefined) state.usage.referral_bonus = args.referral_bonus
  if (args.forwards !== undefined) setForwards(account, args.forwards)
  return {
    burst: burstLevel(account),
    daily: dailyLevel(account),
    forwards: forwardsLevel(account),
  }
}
