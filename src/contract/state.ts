import * as v from 'valibot'
import { inputBounds } from './bounds.ts'
import { billings, cards, cycles, DAY_MS, keyStatuses, plans } from './rules.ts'
import { strictObject, items, list, oneOf, pattern, string, boolean, integer } from './fields.ts'
import { checkChoices } from './choices.ts'
import { faultArguments, faultKinds } from './faults.ts'
import { scale, timelineActions } from './actions.ts'
import { drawnIds, NAME, scenarioSchema } from './scenario.ts'
import { LATEST_MS } from './times.ts'

/**
 * The whole sandbox as one JSON value: what is saved, loaded, reset and restored.
 * Instants are milliseconds since 1970 and say so in their names; an alias keeps those of `/v1`.
 */

export const STATE_FORMAT = 'alias-sandbox-state'
export const STATE_VERSION = 2
/** The fields that every state begins with. */
export const stateHeader = { format: STATE_FORMAT, version: STATE_VERSION } as const

const ms = integer(0, LATEST_MS * 2)
/** Months since 1970 of the last instant. */
const LATEST_MONTH = (new Date(LATEST_MS).getUTCFullYear() - 1970) * 12
const seconds = integer(0, (LATEST_MS * 2) / 1_000)
const count = integer(0, Number.MAX_SAFE_INTEGER)
const extra = v.union([v.boolean(), v.string(), v.number()])

/** An alias as it is kept: its address follows from the id, its place in time from `seq`. */
const storedAlias = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9._-]{1,64}$/)),
  seq: v.pipe(v.number(), v.integer()),
  status: v.picklist(['active', 'suspended', 'burned', 'expired']),
  created_at: seconds,
  forward_count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  note: v.string(),
  source: v.string(),
  label: v.string(),
  category: v.string(),
  single_use: v.boolean(),
  expires_at: v.nullable(seconds),
  replies_enabled: v.optional(extra),
  suspended_reason: v.optional(v.string()),
})
export type StoredAlias = v.InferOutput<typeof storedAlias>

const armedFault = strictObject({
  id: string(40),
  kind: oneOf(faultKinds),
  operation: oneOf(['create', 'list', 'any']),
  times: v.union([v.literal('always'), integer(1, 1_000_000)]),
  skip: integer(0, 1_000_000),
  /** Calls that it has let pass so far. */
  skipped: count,
  /** Calls (or draws) that it has struck so far. */
  hits: count,
  ends_at_ms: v.nullable(ms),
  ...faultArguments,
  /** Cleared or run out; kept a while so that its hits can be read. */
  over: boolean(),
})
export type ArmedFault = v.InferOutput<typeof armedFault>

const limitOverride = v.union([v.literal('off'), count])
const keyText = pattern(/^sandbox_[A-Za-z0-9_-]{1,200}$/, 'a key of this sandbox')

export const accountState = strictObject({
  name: pattern(NAME, 'a name'),
  scenario: string(500),
  seed: v.pipe(v.number(), v.integer()),
  /** How it started: what `reset` goes back to, whatever was loaded since. */
  started_as: string(500),
  start: scenarioSchema,
  key: strictObject({
    first: keyText,
    /** The one key of the account. Valid unless the status is revoked. */
    current: keyText,
    status: oneOf(keyStatuses),
    /** Keys that were valid once. */
    retired: list(keyText, inputBounds.stateRetiredKeys.max),
    /** Accounts deleted before this one was created: one of the same name never gets the same keys. */
    series: count,
    /** The number of the key drawn last. It never goes back, so no key is drawn twice. */
    made: count,
  }),
  plan: oneOf(plans),
  billing: oneOf(billings),
  cycle: oneOf(cycles),
  card: oneOf(cards),
  trial_used: boolean(),
  trial_ends_at_ms: v.nullable(ms),
  renews_at_ms: v.nullable(ms),
  /** Day of the month on which a monthly subscription renews, whatever short months do. */
  billing_day: v.nullable(integer(1, 31)),
  canceled_at_ms: v.nullable(ms),
  clock: strictObject({
    mode: oneOf(['running', 'frozen']),
    scale,
    /** Where the account's clock stood … */
    account_ms: ms,
    /** … when the machine's clock stood here. */
    machine_ms: v.pipe(v.number(), v.integer()),
  }),
  usage: strictObject({
    burst: v.nullable(
      strictObject({
        used: count,
        resets_at_ms: ms,
        /** Counted calls that were refused after all: what `rejected_spend_burst` turns on. */
        refused: count,
        /** Only for a sliding window: when each counted call came. */
        calls_ms: v.optional(list(ms, 1_000_000)),
      }),
    ),
    /** `day`: days since 1970, UTC. */
    /** `refused`: creations of the day that passed every check and collided (choice `daily_spend`). */
    daily: strictObject({ day: integer(0, LATEST_MS / DAY_MS), used: count, refused: count }),
    /** `month`: months since 1970, UTC. */
    forwards: strictObject({ month: integer(0, LATEST_MONTH), used: count }),
    referral_bonus: integer(0, 100),
  }),
  limits: strictObject({ burst: v.nullable(limitOverride), daily: v.nullable(limitOverride) }),
  ids: v.nullable(drawnIds),
  choices: v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((input) => checkChoices(input).ok, 'holds a choice or value that is not known'),
  ),
  faults: list(armedFault, inputBounds.stateFaults.max),
  faults_made: count,
  timeline: list(
    strictObject({
      at_ms: ms,
      do: oneOf(timelineActions),
      arguments: v.record(v.string(), v.unknown()),
    }),
    inputBounds.timelineSteps.max,
  ),
  /** State of the generator from which ids are drawn. */
  draws: v.pipe(
    list(integer(-(2 ** 31), 2 ** 31 - 1), 4),
    v.length(4, 'is not the state of a generator: 4 numbers'),
    v.check(
      (numbers) => numbers.some((number) => number !== 0),
      'is all zero: it would never move',
    ),
  ),
  /** How many messages the choice `message_text` has varied: the wording follows from it. */
  messages_varied: count,
  aliases_made: count,
  aliases: items(storedAlias),
  /** Ids of aliases that are gone: an address is never minted twice. */
  removed: items(v.string()),
  /** How many aliases time and mail have taken away, by cause. */
  gone: strictObject({ expired: count, burned: count }),
})

export const sandboxState = strictObject({
  format: v.literal(STATE_FORMAT, 'is not the state of an alias-sandbox'),
  version: v.literal(
    STATE_VERSION,
    `is not a version that this alias-sandbox reads (${STATE_VERSION})`,
  ),
  seed: v.pipe(v.number(), v.integer()),
  /** How many accounts the sandbox has named: the next name follows from it. */
  accounts_named: count,
  accounts_deleted: count,
  accounts: list(accountState, inputBounds.stateAccounts.max),
})

/** An account as one JSON value. */
export type AccountState = v.InferOutput<typeof accountState>
export type SandboxState = v.InferOutput<typeof sandboxState>
