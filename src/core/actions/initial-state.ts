import { limits } from '../../contract/limits.ts'
import { eachOperation } from '../../contract/operations.ts'
import { rules, DAY_MS, type KeyStatus } from '../../contract/rules.ts'
import {
  argumentsOfStep,
  type NamedScenario,
  type Scenario,
  type StepAtCall,
} from '../../contract/scenario/scenario.ts'
import type { AccountState, StepsAtCalls } from '../../contract/state/state.ts'
import { Account, type Host } from '../account/account.ts'
import { replaceValue } from '../account/replace-value.ts'
import type { Snapshot } from '../account/snapshot.ts'
import { refuseWithoutRoom } from '../account/room.ts'
import { seedAliases } from './initial-aliases.ts'
import { armFault } from '../account/faults.ts'
import { keysOf } from '../account/key-index.ts'
import { openBurst, setDaily, setForwards } from '../account/limits.ts'
import { drawId } from '../aliases/alias-id.ts'
import { hashOf, seedRandom, seedRandomByText } from '../random/random.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { scheduleRenewal } from '../account/billing.ts'
import { toInstantMs, toMs } from '../clock/times.ts'
import type { History } from '../record/history.ts'

/** The properties of an account that do not come from its scenario. */
type Identity = {
  name: string
  seed: number
  /** Its keys before the scenario applies. The first one is the key given to its client. */
  key: AccountState['key']
}

/** The keys of an account that starts with the given key. */
export function firstKey(key: string, series = 0, made = 0): AccountState['key'] {
  return { first: key, current: key, status: 'active', retired: [], series, made }
}

/** Creates an account in a scenario at the current machine time. */
export function startAccount(
  host: Host,
  history: History<Snapshot>,
  identity: Identity,
  named: NamedScenario,
  machineMs: number,
): Account {
  const blank = blankState(identity, named, machineMs)
  // Every new account passes through here, so the sandbox's choices always win.
  blank.choices = { ...blank.choices, ...host.overrides.choices }
  const account = Account.fromState(host, history, blank)
  seedAccount(account, named.scenario)
  return account
}

/**
 * Starts an account over in a scenario, or changes nothing. Its name, its seed and the given keys
 * stay, and so does the start to which a reset returns.
 * @throws ActionError 400 when no account can start in this scenario.
 */
export function reinitialize(
  account: Account,
  key: AccountState['key'],
  named: NamedScenario,
  machineMs: number,
): void {
  const { host, history, state } = account
  const identity = { name: state.name, seed: state.seed, key: { ...key, status: statusOf(key) } }
  const fresh = startAccount(host, history, identity, named, machineMs)
  fresh.state.started_as = state.started_as
  fresh.state.start = state.start
  fresh.state.forked_from = state.forked_from
  replaceValue(account, fresh)
}

/** The initial state without aliases, usage and faults. */
function blankState(identity: Identity, named: NamedScenario, machineMs: number): AccountState {
  const { scenario } = named
  const { account = {}, clock = {}, limits: set = {} } = scenario
  const now = clock.now === undefined ? machineMs : toInstantMs(clock.now, machineMs)
  const plan = account.plan ?? 'plus'
  const billing = account.billing ?? 'active'
  const isRenewed = plan !== 'free' && (billing === 'active' || billing === 'past_due')
  const at = (moment: string | number | undefined) =>
    moment === undefined ? null : toInstantMs(moment, now)
  return {
    name: identity.name,
    scenario: named.name,
    seed: identity.seed,
    started_as: named.name,
    start: named.scenario,
    key: { ...identity.key, retired: [...identity.key.retired] },
    plan,
    billing,
    cycle: account.cycle ?? 'monthly',
    card: account.card ?? (billing === 'past_due' ? 'declined' : 'good'),
    trial_used: account.trial_used ?? billing === 'trialing',
    trial_ends_at_ms:
      billing === 'trialing'
        ? (at(account.trial_ends_at) ?? now + rules.trial.days * DAY_MS)
        : null,
    renews_at_ms: isRenewed ? at(account.renews_at) : null,
    billing_day: null,
    canceled_at_ms: billing === 'canceled' ? now : null,
    clock: {
      mode: clock.mode ?? 'running',
      scale: clock.scale ?? 1,
      account_ms: now,
      machine_ms: machineMs,
    },
    usage: {
      burst: null,
      daily: { day: 0, used: 0, refused: 0 },
      forwards: { month: 0, used: 0 },
      referral_bonus: scenario.usage?.referral_bonus ?? 0,
    },
    limits: { burst: set.burst ?? null, daily: set.daily ?? null },
    ids: scenario.ids ?? null,
    choices: { ...scenario.choices },
    faults: [],
    faults_made: 0,
    ...toTimelines(scenario, now),
    draws: scenario.draws ?? seedRandom(hashOf(`${identity.seed}/${identity.name}/ids`)).state(),
    short_waits: scenario.waits === 'short' ? 0 : null,
    messages_varied: 0,
    aliases_made: 0,
    aliases: [],
    removed: [],
    gone: { expired: 0, burned: 0 },
  }
}

/** The steps that wait for their time, and those that wait for a call. */
function toTimelines({ timeline = [] }: Scenario, now: number) {
  const timed: AccountState['timeline'] = []
  const steps: StepsAtCalls['steps'] = []
  for (const step of timeline) {
    const args = argumentsOfStep(step)
    if ('at_call' in step) {
      const { at_call, operation = 'any', do: action } = step as StepAtCall
      steps.push({ at_call, operation, do: action, arguments: args })
    } else {
      const { at: after, do: action } = step
      timed.push({ at_ms: toInstantMs(after, now), do: action, arguments: args })
    }
  }
  return {
    timeline: timed.toSorted((a, b) => a.at_ms - b.at_ms),
    ...(steps.length > 0 && {
      timeline_at_calls: { counted: { any: 0, ...eachOperation(() => 0) }, steps },
    }),
  }
}

/** Adds what needs a live account: renewal, aliases, usage, faults, key. */
function seedAccount(account: Account, scenario: Scenario): void {
  const { state } = account
  const { usage = {}, faults = [], aliases = [], populate = 0 } = scenario
  if (state.plan !== 'free' && state.billing === 'active' && state.renews_at_ms === null) {
    scheduleRenewal(account)
  }
  const samples = typeof populate === 'number' ? { count: populate } : populate
  seedAliases(account, aliases, samples)
  if (usage.burst !== undefined || usage.burst_resets_in !== undefined) {
    const left = usage.burst_resets_in
    openBurst(account, usage.burst ?? 0, left === undefined ? undefined : toMs(left))
  }
  if (usage.daily) setDaily(account, usage.daily)
  if (usage.forwards) setForwards(account, usage.forwards)
  for (const fault of faults) armFault(account, fault)
  if (scenario.account?.key === 'revoked') state.key.status = 'revoked'
  if (isRotating(scenario)) rotate(account)
  refuseWithoutRoom(account)
  account.reschedule()
}

/** Retires the current key and returns a new one. */
export function rotate(account: Account): string {
  const { host, state } = account
  const { key } = state
  if (key.retired.length >= limits.formerKeys.value) {
    refuse('too_many', `the account has had ${key.retired.length} keys, which is the maximum`)
  }
  const isTaken = (drawn: string) => host.keys.has(drawn) || keysOf(state).includes(drawn)
  const free = drawKey(state, key.series, key.made + 1, isTaken)
  const recorded = host.keyDrawnNext?.()
  const drawn = findKey(state, key.series, free.number, recorded) ?? free
  key.retired.push(key.current)
  key.current = drawn.key
  key.made = drawn.number
  key.status = 'rotated'
  return key.current
}

/** Whether an account that starts in the scenario gets a new key. */
export function isRotating({ account = {} }: Scenario): boolean {
  return account.key === 'rotated'
}

function statusOf(key: AccountState['key']): KeyStatus {
  return key.current === key.first ? 'active' : 'rotated'
}

/** How many keys in a row are looked through for one that was drawn. */
const LOOKED_THROUGH = 100

function findKey(identity: Drawing, series: number, from: number, key: string | undefined) {
  if (key === undefined) return undefined
  const numbers = Array.from({ length: LOOKED_THROUGH }, (_, index) => from + index)
  const number = numbers.find((each) => keyOf(identity, series, each) === key)
  return number === undefined ? undefined : { key, number }
}

/** Draws the first key from this number on that is not taken. */
export function drawKey(
  identity: Drawing,
  series: number,
  from: number,
  isTaken: (key: string) => boolean,
): { key: string; number: number } {
  for (let number = from; ; number += 1) {
    const key = keyOf(identity, series, number)
    if (!isTaken(key)) return { key, number }
  }
}

type Drawing = { seed: number; name: string }

/**
 * `sandbox_` and 24 characters of a-z0-9. The same numbers give the same key, whatever else happens
 * in the sandbox.
 */
function keyOf({ seed, name }: Drawing, series: number, number: number): string {
  const random = seedRandomByText(`${series}/${number}/key/${seed}/${name}`)
  return `sandbox_${drawId(random, null, 'long')}`
}
