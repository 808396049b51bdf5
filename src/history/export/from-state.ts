import { changedChoices } from '../../contract/choices/choices.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState, ArmedFault, StoredAlias } from '../../contract/state/state.ts'
import { dayOf, monthOf, toIso } from '../../core/clock/times.ts'
import { formatMs } from './durations.ts'

/**
 * A scenario that starts as an account was. A scenario cannot say everything: burned and expired aliases,
 * the calls in a sliding window, the day of the month of a renewal, and what a fault with a wait of its own or drawn
 * delays does later are lost.
 */
export function scenarioOf(state: AccountState): Scenario {
  const nowMs = state.clock.account_ms
  const { usage, faults, timeline, timeline_at_calls: waiting, aliases, ids, draws } = state
  const { mode, scale } = state.clock
  return {
    account: accountOf(state),
    usage: usageOf(usage, nowMs),
    limits: {
      ...(state.limits.burst !== null && { burst: state.limits.burst }),
      ...(state.limits.daily !== null && { daily: state.limits.daily }),
    },
    ...(ids && { ids }),
    clock: { now: toIso(nowMs), ...(mode === 'frozen' && { mode }), ...(scale !== 1 && { scale }) },
    ...(state.short_waits !== null && { waits: 'short' as const }),
    choices: changedChoices(state.choices),
    faults: faults.filter(({ over }) => !over).map((fault) => faultOf(fault, nowMs)),
    timeline: [
      ...timeline.map(({ at_ms: atMs, do: action, arguments: args }) => ({
        ...args,
        at: `+${formatMs(atMs - nowMs)}`,
        do: action,
      })),
      ...(waiting?.steps ?? []).map(({ at_call: at, operation, do: action, arguments: args }) => ({
        at_call: at - waiting!.counted[operation],
        ...(operation !== 'any' && { operation }),
        do: action,
        ...args,
      })),
    ],
    aliases: aliases.filter(isKept).map(aliasOf),
    draws,
  }
}

function accountOf(state: AccountState): NonNullable<Scenario['account']> {
  const { plan, billing, cycle, card, trial_used: trialUsed } = state
  const { renews_at_ms: renewsMs, trial_ends_at_ms: trialEndsMs } = state
  const { status } = state.key
  return {
    plan,
    billing,
    ...(cycle !== 'monthly' && { cycle }),
    ...(card !== 'good' && { card }),
    ...(status !== 'active' && { key: status }),
    trial_used: trialUsed,
    ...(renewsMs !== null && { renews_at: toIso(renewsMs) }),
    ...(trialEndsMs !== null && { trial_ends_at: toIso(trialEndsMs) }),
  }
}

function usageOf(usage: AccountState['usage'], nowMs: number): NonNullable<Scenario['usage']> {
  const { burst, daily, forwards, referral_bonus: bonus } = usage
  const leftMs = (burst?.resets_at_ms ?? 0) - nowMs
  return {
    ...(burst && leftMs > 0 && { burst: burst.used, burst_resets_in: formatMs(leftMs) }),
    ...(daily.day === dayOf(nowMs) && daily.used > 0 && { daily: daily.used }),
    ...(forwards.month === monthOf(nowMs) && forwards.used > 0 && { forwards: forwards.used }),
    ...(bonus > 0 && { referral_bonus: bonus }),
  }
}

type Fault = NonNullable<Scenario['faults']>[number]

function faultOf(fault: ArmedFault, nowMs: number): Fault {
  const { id: _id, over: _over, kind, operation, times, skip, skipped, hits, ...rest } = fault
  const { ends_at_ms: endsMs, wait_ends_at_ms: waitEndsMs = 0, ms, ...own } = rest
  // The wait goes on; the next one is as long.
  const waitLeft = Math.ceil((waitEndsMs - nowMs) / 1_000)
  const from = Array.isArray(ms) ? hits % ms.length : 0
  const skipLeft = Math.max(0, skip - skipped)
  return {
    kind,
    ...own,
    ...(ms !== undefined && {
      ms: Array.isArray(ms) ? [...ms.slice(from), ...ms.slice(0, from)] : ms,
    }),
    ...(waitLeft > 0 && { retry_after: waitLeft }),
    ...(operation !== 'any' && { operation }),
    ...(skipLeft > 0 && { skip: skipLeft }),
    ...(times === 'always' ? endsMs === null && { times } : { times: times - hits }),
    ...(endsMs !== null && { for: formatMs(Math.max(1, endsMs - nowMs)) }),
  }
}

/** The statuses that an alias of a scenario can have. */
const keptStatuses = ['active', 'suspended'] as const

function isKept(alias: StoredAlias): alias is StoredAlias & { status: 'active' | 'suspended' } {
  return keptStatuses.some((status) => status === alias.status)
}

function aliasOf(alias: StoredAlias & { status: 'active' | 'suspended' }) {
  const { id, status, created_at, forward_count, single_use, expires_at } = alias
  const { label, note, source, category, replies_enabled, suspended_reason } = alias
  return {
    id,
    ...(status !== 'active' && { status }),
    created_at,
    ...(label && { label }),
    ...(note && { note }),
    ...(source && { source }),
    ...(category && { category }),
    ...(forward_count > 0 && { forward_count }),
    ...(single_use && { single_use }),
    ...(expires_at !== null && { expires_at }),
    ...(replies_enabled !== undefined && { replies_enabled }),
    ...(suspended_reason !== undefined && { suspended_reason }),
  }
}
