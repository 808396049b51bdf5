import { limits } from '../limits.ts'
import * as v from 'valibot'
import { billings, cards, cycles, DAY_MS, keyStatuses, plans } from '../rules.ts'
import {
  boolean,
  expecting,
  integer,
  items,
  list,
  oneOf,
  pattern,
  plainValue,
  strictObject,
  string,
} from '../values/fields.ts'
import { checkChoices } from '../choices/choices.ts'
import { faultArguments, faultKinds } from '../faults.ts'
import { actionsAtCalls, scale, timedActions } from '../actions.ts'
import {
  atCall,
  callsThatCount,
  drawnIds,
  draws,
  NAME,
  NAME_FORMAT,
  scenarioSchema,
} from '../scenario/scenario.ts'
import { eachOperation } from '../operations.ts'
import { seed } from '../scenario/sample-data.ts'
import { LATEST_MS } from '../values/times.ts'

/**
 * An account as one JSON value, with which its history in a session can begin. Names of times end in `_ms`
 * (milliseconds since 1970); only aliases have epoch seconds, as in `/v1`.
 */

const ms = integer(0, LATEST_MS * 2)
/** Months since 1970 of the last instant. */
const LATEST_MONTH = (new Date(LATEST_MS).getUTCFullYear() - 1970) * 12
const seconds = integer(0, (LATEST_MS * 2) / 1_000)
const count = integer(0, Number.MAX_SAFE_INTEGER)
const anyInteger = v.pipe(v.number(expecting('an integer')), v.integer(expecting('an integer')))
const anyString = v.string(expecting('a string'))
const anyObject = v.record(v.string(), v.unknown(), expecting('an object'))

/** The last two only under some choices; otherwise such an alias is deleted. */
export const aliasStatuses = ['active', 'suspended', 'burned', 'expired'] as const

/** A stored alias. Its address follows from `id`, its place in the order of creation from `seq`. */
const storedAlias = strictObject({
  id: pattern(
    /^[a-z0-9._-]{1,64}$/,
    'an id of 1 to 64 characters from a-z, 0-9, dot, dash and underscore',
  ),
  seq: anyInteger,
  status: oneOf(aliasStatuses),
  created_at: seconds,
  forward_count: count,
  note: anyString,
  source: anyString,
  label: anyString,
  category: anyString,
  single_use: boolean(),
  expires_at: v.nullable(seconds),
  replies_enabled: v.optional(plainValue),
  suspended_reason: v.optional(anyString),
})
export type StoredAlias = v.InferOutput<typeof storedAlias>

const armedFault = strictObject({
  id: string(40),
  kind: oneOf(faultKinds),
  operation: callsThatCount,
  times: v.union(
    [v.literal('always'), integer(1, 1_000_000)],
    expecting('an integer from 1 to 1000000 or "always"'),
  ),
  skip: integer(0, 1_000_000),
  /** Matching calls that have passed so far. */
  skipped: count,
  /** Calls (or draws) that it has been applied to so far. */
  hits: count,
  ends_at_ms: v.nullable(ms),
  /** Until when the last burst 429 of it asks to wait. */
  wait_ends_at_ms: v.optional(ms),
  ...faultArguments,
  /** Cleared or used up; stored for a while so that its hits can be read. */
  over: boolean(),
})
export type ArmedFault = v.InferOutput<typeof armedFault>

const limitOverride = v.union([v.literal('off'), count], expecting('an integer or "off"'))
const keyText = pattern(/^sandbox_[A-Za-z0-9_-]{1,200}$/, 'a key of this sandbox')

const stepsAtCalls = v.pipe(
  strictObject({
    /** The calls so far. */
    counted: strictObject({ any: count, ...eachOperation(() => count) }),
    steps: list(
      strictObject({
        at_call: atCall,
        /** The calls that count. */
        operation: callsThatCount,
        do: oneOf(actionsAtCalls),
        arguments: anyObject,
      }),
      limits.steps.value,
    ),
  }),
  v.check(
    ({ counted, steps }) =>
      steps.length > 0 && steps.every((step) => step.at_call > counted[step.operation]),
    'must contain steps, all of which still wait',
  ),
)
export type StepsAtCalls = v.InferOutput<typeof stepsAtCalls>

/** The number of ended faults that an account keeps. */
export const ENDED_FAULTS = 10

/** An account as one JSON value. */
export const accountState = strictObject({
  name: pattern(NAME, NAME_FORMAT),
  scenario: string(500),
  seed,
  /** The scenario that it started with: `reset` returns to it, whatever was loaded since. */
  started_as: string(500),
  start: scenarioSchema,
  /** The account that it branched off, before the entry `at` of it, or as it was then. */
  forked_from: v.optional(
    strictObject({ account: pattern(NAME, NAME_FORMAT), at: v.nullable(string(40)) }),
  ),
  key: strictObject({
    first: keyText,
    /** The current key, valid unless the status is revoked. */
    current: keyText,
    status: oneOf(keyStatuses),
    /** Former keys. */
    retired: list(keyText, limits.formerKeys.value),
    /** Number of accounts deleted before this one was created: a new account of the same name gets other keys. */
    series: count,
    /** Number of keys generated so far. It never decreases, so no key is generated twice. */
    made: count,
  }),
  plan: oneOf(plans),
  billing: oneOf(billings),
  cycle: oneOf(cycles),
  card: oneOf(cards),
  trial_used: boolean(),
  trial_ends_at_ms: v.nullable(ms),
  renews_at_ms: v.nullable(ms),
  /** Day of the month on which a subscription renews; shorter months use their last day. */
  billing_day: v.nullable(integer(1, 31)),
  canceled_at_ms: v.nullable(ms),
  clock: strictObject({
    mode: oneOf(['running', 'frozen']),
    scale,
    /** The time of the account's clock … */
    account_ms: ms,
    /** … when the machine's clock showed this time. */
    machine_ms: anyInteger,
  }),
  usage: strictObject({
    burst: v.nullable(
      strictObject({
        used: count,
        resets_at_ms: ms,
        /** Counted calls that were rejected later (choice `rejected_spend_burst`). */
        refused: count,
        /** The time of each counted call; for a sliding window only. */
        calls_ms: v.optional(items(ms)),
      }),
    ),
    /**
     * `day`: days since 1970, UTC. `refused`: creations of the day that passed every check and collided
     * (choice `daily_spend`).
     */
    daily: strictObject({ day: integer(0, LATEST_MS / DAY_MS), used: count, refused: count }),
    /** `month`: months since 1970, UTC. */
    forwards: strictObject({ month: integer(0, LATEST_MONTH), used: count }),
    referral_bonus: integer(0, 100),
  }),
  limits: strictObject({ burst: v.nullable(limitOverride), daily: v.nullable(limitOverride) }),
  ids: v.nullable(drawnIds),
  choices: v.pipe(
    anyObject,
    v.check((input) => checkChoices(input).ok, 'must contain only known choices and values'),
  ),
  faults: list(armedFault, limits.faults.value + ENDED_FAULTS),
  faults_made: count,
  timeline: list(
    strictObject({
      at_ms: ms,
      do: oneOf(timedActions),
      arguments: anyObject,
    }),
    limits.steps.value,
  ),
  /** Steps that wait for a call, in the order in which they happen at the same one; absent if there are none. */
  timeline_at_calls: v.optional(stepsAtCalls),
  /** State of the random generator for ids. */
  draws,
  /** The number of short waits in its answers so far: the next one depends on it. null: waits as in the document. */
  short_waits: v.nullable(count),
  /** Number of messages varied by the choice `message_text`: the next wording depends on it. */
  messages_varied: count,
  aliases_made: count,
  aliases: list(storedAlias, limits.aliases.value),
  /** Ids of removed aliases: no address is generated twice. */
  removed: list(anyString, limits.aliases.value),
  /** Number of aliases that expired or burned. */
  gone: strictObject({ expired: count, burned: count }),
})

/** An account as one JSON value. */
export type AccountState = v.InferOutput<typeof accountState>
