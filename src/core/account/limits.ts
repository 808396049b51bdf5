import { limits } from '../../contract/limits.ts'
import { rules, type Plan } from '../../contract/rules.ts'
import type { Account } from './account.ts'
import { dayOf, monthOf, nextMidnightMs, nextMonthMs } from '../clock/times.ts'

/** Limits of the API (burst, daily cap) and of mail (month), each with its current usage. */

/** Length of a burst window, and the longest time that a burst 429 asks to wait. */
export const BURST_WINDOW_MS = rules.burst.windowSeconds * 1_000

/** null means no limit, because a scenario turned it off. */
type Limit = number | null

type Level = { used: number; limit: Limit }

export function burstLimit(account: Account): Limit {
  const { burst } = account.state.limits
  return burst === 'off' ? null : (burst ?? rules.burst.limit)
}

function dailyLimit(account: Account): Limit {
  const { daily } = account.state.limits
  return daily === 'off' ? null : (daily ?? rules.daily[account.state.plan])
}

/** The open burst window, if any. Calls that have left a sliding window are removed from it. */
function openWindow(account: Account) {
  const window = account.state.usage.burst
  if (!window?.calls_ms) return window
  window.calls_ms = window.calls_ms.filter((call) => call + BURST_WINDOW_MS > account.now)
  window.used = window.calls_ms.length
  return window
}

export function burstLevel(account: Account): Level {
  return { used: openWindow(account)?.used ?? 0, limit: burstLimit(account) }
}

/** Milliseconds until calls are allowed again, or the window length when no window is open. */
export function burstResetsInMs(account: Account): number {
  const window = openWindow(account)
  if (!window) return BURST_WINDOW_MS
  const oldest = window.calls_ms?.[0]
  return (oldest === undefined ? window.resets_at_ms : oldest + BURST_WINDOW_MS) - account.now
}

/** Counts one call; the first call opens a window. */
export function spendBurst(account: Account): void {
  const window = openWindow(account)
  if (!window) return openBurst(account, 1)
  window.used += 1
  if (window.calls_ms) {
    window.calls_ms.push(account.now)
    // Calls beyond the limit are recorded too, when rejected calls count or the clock is frozen.
    const max = Math.max(limits.windowCalls.value, burstLimit(account) ?? 0)
    if (window.calls_ms.length > max) window.calls_ms.shift()
    window.resets_at_ms = account.now + BURST_WINDOW_MS
    account.reschedule()
  }
}

/** Opens a window with the given usage and remaining time. */
export function openBurst(
  account: Account,
  used: number,
  resetsInMs = windowLeftMs(account),
): void {
  const { now, state, choices } = account
  const sliding = choices.burst_window === 'sliding'
  const since = now + resetsInMs - BURST_WINDOW_MS
  state.usage.burst = {
    used,
    resets_at_ms: now + resetsInMs,
    refused: 0,
    ...(sliding && { calls_ms: Array.from({ length: used }, () => since) }),
  }
  account.reschedule()
}

/** Ends the open window at a time that is earlier than its own end: all its calls have left it then. */
export function endBurst(account: Account, inMs: number): void {
  const window = account.state.usage.burst! // a refused call has a window
  const since = account.now + inMs - BURST_WINDOW_MS
  window.resets_at_ms = account.now + inMs
  if (window.calls_ms) window.calls_ms = window.calls_ms.map((call) => Math.min(call, since))
  account.reschedule()
}

/** Records that the last counted call was rejected: with other values of `rejected_spend_burst` it would not count. */
export function noteRefusedCall(account: Account): void {
  account.state.usage.burst!.refused += 1 // a counted call has a window
}

function windowLeftMs(account: Account): number {
  if (account.choices.burst_window !== 'clock_minute') return BURST_WINDOW_MS
  return BURST_WINDOW_MS - (account.now % BURST_WINDOW_MS)
}

/** The usage is reset at midnight by a scheduled event. */
export function dailyLevel(account: Account): Level {
  return { used: account.state.usage.daily.used, limit: dailyLimit(account) }
}

export function spendDaily(account: Account): void {
  setDaily(account, dailyLevel(account).used + 1)
}

export function setDaily(account: Account, used: number): void {
  const { usage } = account.state
  if (usage.daily.used === used) return
  const hadReset = usage.daily.used > 0
  usage.daily = { day: dayOf(account.now), used, refused: refusedToday(account) }
  if (hadReset !== used > 0) account.reschedule()
}

/** Records a creation that collided, which may or may not count (choice `daily_spend`). */
export function noteRefusedCreation(account: Account): void {
  const { usage } = account.state
  const refused = refusedToday(account) + 1
  usage.daily = { day: dayOf(account.now), used: usage.daily.used, refused }
}

/** Number of creations that collided today. */
export function refusedToday(account: Account): number {
  const { day, refused } = account.state.usage.daily
  return day === dayOf(account.now) ? refused : 0
}

export function dailyResetsAtMs(account: Account): number {
  return nextMidnightMs(account.now)
}

/** The usage is reset at the end of the month by a scheduled event. */
export function forwardsLevel(account: Account): { used: number; limit: number } {
  const { forwards, referral_bonus } = account.state.usage
  return {
    used: forwards.used,
    limit: allowanceOf(account.state.plan, referral_bonus),
  }
}

export function setForwards(account: Account, used: number): void {
  const { usage } = account.state
  if (usage.forwards.used === used) return
  usage.forwards = { month: monthOf(account.now), used }
  account.reschedule()
}

export function forwardsResetAtMs(account: Account): number {
  return nextMonthMs(account.now)
}

/** Limits, Referral bonuses: they raise only the Free allowance. */
function allowanceOf(plan: Plan, referralBonus: number): number {
  return rules.forwards[plan] + (plan === 'free' ? referralBonus : 0)
}
