import { limits } from '../limits.ts'
import * as v from 'valibot'
import { deliveryItem } from '../deliveries.ts'
import {
  boolean,
  expecting,
  integer,
  invalidChoice,
  items,
  list,
  mustBe,
  oneOf,
  pattern,
  record,
  strictObject,
  string,
  variantOption,
} from '../values/fields.ts'
import { conflictNames } from '../control/control-errors.ts'
import {
  actionType,
  historyTypes,
  startReasons,
  type ActionType,
  type HistoryType,
} from './entry-types.ts'
import { origins } from '../control/origins.ts'
import { outcomes } from '../outcomes.ts'
import { keyRefusals, MAX_REFUSED_FIELD, refusalReasonNames } from '../refused-value.ts'
import { operations } from '../operations.ts'
import { seed } from '../scenario/sample-data.ts'
import { NAME, NAME_FORMAT, scenarioSchema } from '../scenario/scenario.ts'
import { accountState } from '../state/state.ts'
import { headerFields } from '../values/file-header.ts'
import { EARLIEST_MS, isIsoInstant, LATEST_MS } from '../values/times.ts'
import { addIssues } from '../values/validation-issue.ts'
import { parseJson } from '../values/value-limits.ts'

/**
 * The history file of `history save` and `replay`, and its items, which the control API answers with, too. In a file
 * what only explains an answer may be left out.
 */

/** The version rises with that of the state too, because a file can contain the state of an account. */
export const historyHeader = { format: 'alias-sandbox-history', version: 1 } as const

/** A file contains states, which contain scenarios. */
export const historyDepth = limits.depth.value + 20

const aNumber = expecting('a number from 0')
const anyString = v.string(expecting('a string'))
const id = string(40)
const count = integer(0, Number.MAX_SAFE_INTEGER)
/** Never shows the refused value, which could be a key of the real service. */
const NO_KEY = 'must be a key of the sandbox: sandbox_ and A-Z, a-z, 0-9, dash and underscore'
const keyText = v.pipe(v.string(NO_KEY), v.regex(/^sandbox_[A-Za-z0-9_-]{1,200}$/, NO_KEY))
const accountName = pattern(NAME, NAME_FORMAT)
const aTime = expecting('a time such as 2026-03-01T12:00:00.000Z')
const instant = v.pipe(
  v.string(aTime),
  v.check((text) => {
    const ms = text.length <= 100 && isIsoInstant(text) ? Date.parse(text) : NaN
    return ms >= EARLIEST_MS && ms <= LATEST_MS
  }, aTime),
)

const bodyText = string(limits.callBytes.value)
/** Where a key is masked, other characters of a query can become longer: é is %C3%A9 then. */
const targetText = string(6 * limits.targetBytes.value)
const headerValue = v.union(
  [v.string(), list(anyString, limits.headerLines.value)],
  expecting('a string or a list of strings'),
)

/** Only the beginning is there of what changed nothing. A replay takes over what became of it. */
const shortened = v.optional(v.literal(true, expecting('true')))

const request = strictObject({
  method: string(100),
  path: targetText,
  /** Without its question mark. */
  query: v.optional(targetText),
  headers: v.optional(v.record(v.string(), headerValue, expecting('an object'))),
  /** Default: the header content-type. */
  content_type: v.optional(anyString),
  /** The text that was sent. */
  body: v.optional(v.nullable(bodyText)),
  /** Why the body could not be read. */
  unreadable: v.optional(oneOf(['too_large', 'not_utf8'])),
  shortened,
})

const response = strictObject({
  /** 0: no response was sent. */
  status: integer(0, 599),
  headers: v.optional(v.record(v.string(), anyString, expecting('an object'))),
  /** The wait that the header Retry-After tells. */
  retry_after_seconds: v.optional(v.pipe(v.number(aNumber), v.minValue(0, aNumber))),
  body: anyString,
})

/** The key of the call: one of the account, or why the call had none of its keys. */
const key = v.pipe(
  strictObject({
    /** A current or former key of the account, never another one. */
    bearer: v.optional(keyText),
    why: v.optional(anyString),
    reason: v.optional(oneOf(keyRefusals)),
    mark: v.optional(integer(0, 0xffff)),
  }),
  v.check(
    ({ bearer, why, reason }) =>
      why === undefined ? bearer !== undefined && reason === undefined : reason !== undefined,
    'must have the field bearer, or why and reason',
  ),
)

const effect = v.variant(
  'kind',
  [
    variantOption({ kind: v.literal('created'), alias: string(200) }),
    variantOption({ kind: v.literal('none') }),
  ],
  (issue) =>
    issue.path ? invalidChoice(issue.input, ['created', 'none']) : mustBe('an object', issue.input),
)

const refusedValue = strictObject({
  field: string(MAX_REFUSED_FIELD),
  reason: oneOf(refusalReasonNames),
})

const connection = strictObject({
  id: count,
  opened: v.optional(count),
  closed: v.optional(count),
})

const placed = {
  order: count,
  id,
  /** Only to make a single item readable; it is the account that contains the item. */
  account: v.optional(accountName),
  at: instant,
  real_at: instant,
}

const call = variantOption({
  ...placed,
  type: v.literal('call'),
  /** When it arrived on the account's clock, if a step of the timeline moved the clock before its answer. */
  arrived_at: v.optional(instant),
  request,
  response,
  key,
  outcome: oneOf(outcomes, 'an outcome'),
  operation: v.optional(v.nullable(oneOf(operations))),
  /** The effect of the call, whatever its client was told of it. */
  effect: v.optional(effect),
  /** The value that it was refused for; null if there was none. */
  refused: v.optional(v.nullable(refusedValue)),
  delivery: v.optional(deliveryItem),
  duration_ms: v.optional(v.number(expecting('a number'))),
  ended_at: v.optional(v.nullable(instant)),
  /** When the request arrived and its answer was handed over, in the order of the server's events. */
  arrived: v.optional(count),
  handed_over: v.optional(count),
  /** The connection of the request, and when it was opened and closed in that order. */
  connection: v.optional(v.nullable(connection)),
  client_left: v.optional(boolean()),
  /** Speed of the account's clock relative to real time; 0 when frozen. */
  clock_scale: v.optional(v.number(expecting('a number'))),
  fault: v.optional(v.nullable(id)),
  basis: v.optional(oneOf(['documented', 'assumed', 'injected'])),
  choices: v.optional(items(id)),
  source: v.optional(anyString),
  why: v.optional(anyString),
  checks: v.optional(
    items(strictObject({ check: id, passed: boolean(), detail: v.optional(anyString) })),
  ),
})

/** The name of an action whose entries are of this type; of a refused one, whatever the path of its route said. */
const nameOf = (type: ActionType, message: string) =>
  v.pipe(
    string(limits.targetBytes.value),
    v.check((name) => actionType(name) === type, message),
  )

/** There was nothing to change, or the change could not be stored. */
const unchanged = v.optional(v.literal(true, expecting('true')))

const performed = {
  ...placed,
  arguments: v.optional(v.unknown()),
  /** The same as text of JSON, where an object of the file cannot say it. */
  arguments_json: v.optional(
    v.pipe(
      anyString,
      v.check((text) => parseJson(text).ok, expecting('text of JSON')),
    ),
  ),
  shortened,
  origin: oneOf(origins),
  /** The reset of the whole sandbox. */
  whole_sandbox: v.optional(v.literal(true, expecting('true'))),
  unchanged,
  result: v.optional(record()),
  refused: v.optional(
    strictObject({
      status: integer(100, 599),
      message: anyString,
      field: v.optional(anyString),
      reason: v.optional(oneOf(conflictNames)),
    }),
  ),
}

const action = variantOption({
  ...performed,
  type: v.literal('action'),
  action: nameOf('action', 'must be another one: deliver_mail makes an entry of type mail'),
})

const mail = variantOption({
  ...performed,
  type: v.literal('mail'),
  action: nameOf('mail', 'must be deliver_mail, which makes the entries of type mail'),
  /** Whether the document says what becomes of such a mail, or a choice does; and why it is so. */
  basis: v.optional(oneOf(['documented', 'assumed'])),
  source: v.optional(anyString),
  why: v.optional(anyString),
})

type Ended = { result?: unknown; refused?: unknown }
const hasOneEnd = <Item extends Ended>() =>
  v.check<Item, string>(
    ({ result, refused }) => (result === undefined) !== (refused === undefined),
    'must have one of the fields result and refused',
  )

const event = variantOption({
  ...placed,
  type: v.literal('event'),
  event: string(200),
  details: record(),
  /** Id of the action that moved the clock, or of the call before which a step happened; null if time passed. */
  during: v.nullable(id),
})

const started = variantOption({
  ...placed,
  type: v.literal('start'),
  reason: oneOf(startReasons),
  scenario: string(500),
  seed,
  choices: record(),
  clock: strictObject({
    mode: oneOf(['running', 'frozen']),
    scale: v.number(expecting('a number')),
  }),
  /** The state after it, also of a rewind, where the items before do not lead to it. */
  state: v.optional(accountState),
})

const rewind = variantOption({
  ...placed,
  type: v.literal('rewind'),
  origin: oneOf(origins),
  to: id,
  unchanged,
  state: v.optional(accountState),
})

/** The shape of each kind of item. */
export const historyItems = { start: started, call, action, mail, event, rewind }

const kinds = [
  started,
  call,
  v.pipe(action, hasOneEnd()),
  v.pipe(mail, hasOneEnd()),
  event,
  rewind,
] as const
const historyFileItem = v.variant('type', kinds, (issue) =>
  issue.path ? invalidChoice(issue.input, historyTypes) : mustBe('an object', issue.input),
)

/** How the account was before the first item: at its start in a scenario, or in a later state. */
const base = v.pipe(
  strictObject({
    real_at: instant,
    scenario: v.optional(string(500)),
    /** The scenario with everything merged over it. */
    definition: v.optional(scenarioSchema),
    seed: v.optional(seed),
    key: v.optional(keyText),
    /** Numbers from which further keys are drawn. Default: 0. */
    key_series: v.optional(count),
    keys_made: v.optional(count),
    state: v.optional(accountState),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { real_at: _realAt, state, ...start } = dataset.value
    const names = ['scenario', 'definition', 'seed', 'key'] as const
    const wrong = names.find((name) => (start[name] === undefined) === (state === undefined))
    if (wrong === undefined) return
    const message = state ? 'must not stand beside state' : 'is required without state'
    addIssues(addIssue, dataset.value, [{ path: [wrong], message }])
  }),
)

/** Whether its items are in order says check-history-file.ts. */
const historyFileAccount = strictObject({
  name: accountName,
  start: base,
  /** The most requests in flight, and open connections, at once, also in calls that are no longer in the history. */
  at_once: v.optional(strictObject({ requests: count, connections: count })),
  history: items(historyFileItem),
})

export const historyFile = strictObject({
  ...headerFields(historyHeader),
  written_by: v.optional(string(200)),
  /** What the sandbox merged over every scenario. */
  overrides: v.optional(scenarioSchema),
  /** The scenarios that actions load by name. */
  scenarios: v.optional(v.record(accountName, scenarioSchema, expecting('an object'))),
  /** The names of all scenarios, if an action asked for another one. Default: those of `scenarios`. */
  scenario_names: v.optional(list(anyString, limits.accounts.value)),
  accounts: list(historyFileAccount, limits.accounts.value),
})

export type HistoryFile = v.InferOutput<typeof historyFile>
export type HistoryFileAccount = HistoryFile['accounts'][number]
export type HistoryFileItem = v.InferOutput<typeof historyFileItem>
export type HistoryFileItemOf<Type extends HistoryType> = Extract<HistoryFileItem, { type: Type }>
