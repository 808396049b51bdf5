import * as v from 'valibot'
import { choiceIds } from '../choices/choices.ts'
import { conflictNames } from '../control-errors.ts'
import { origins } from './origins.ts'
import { deliverySchema } from '../deliveries.ts'
import { limits } from '../limits.ts'
import { operations } from '../operations.ts'
import { outcomes } from '../outcomes.ts'
import {
  keyRefusals,
  MAX_REFUSED_FIELD,
  refusalReasonNames,
  type KeyRefusal,
} from '../refused-value.ts'
import { seed } from '../scenario/sample-data.ts'
import { NAME, NAME_FORMAT } from '../scenario/scenario.ts'
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
import { EARLIEST_MS, isIsoInstant, LATEST_MS } from '../values/times.ts'
import { actionType, historyTypes, startReasons, type ActionType } from './entry-types.ts'

/**
 * An entry of a history: something that happened to an account. The sandbox records it in this form, and everything
 * that shows or keeps it has the same: the control API, a file, a replay, the report.
 */

const aNumber = expecting('a number from 0')
const anyNumber = v.number(expecting('a number'))
const anyString = v.string(expecting('a string'))
const id = string(40)
const count = integer(0, Number.MAX_SAFE_INTEGER)
const yes = v.literal(true, expecting('true'))
/** Never shows the refused value, which could be a key of the real service. */
const NO_KEY = 'must be a key of the sandbox: sandbox_ and A-Z, a-z, 0-9, dash and underscore'
export const keyText = v.pipe(v.string(NO_KEY), v.regex(/^sandbox_[A-Za-z0-9_-]{1,200}$/, NO_KEY))
export const accountName = pattern(NAME, NAME_FORMAT)
const aTime = expecting('a time such as 2026-03-01T12:00:00.000Z')
export const instant = v.pipe(
  v.string(aTime),
  v.isoTimestamp(aTime),
  v.check((text) => {
    const ms = text.length <= 100 && isIsoInstant(text) ? Date.parse(text) : NaN
    return ms >= EARLIEST_MS && ms <= LATEST_MS
  }, aTime),
)
export const status = integer(0, 599)
export const outcome = oneOf(outcomes, 'an outcome')

const bodyText = string(limits.callBytes.value)
/** Where a key is masked, other characters of a query can become longer: é is %C3%A9 then. */
const targetText = string(6 * limits.targetBytes.value)
const headerValue = v.union(
  [v.string(), list(anyString, limits.headerLines.value)],
  expecting('a string or a list of strings'),
)

/** Only the beginning is there of what changed nothing. A replay takes over what became of it. */
const shortened = v.optional(yes)

const requestFields = {
  method: string(100),
  path: targetText,
  /** Without its question mark. */
  query: targetText,
  /** The keys in them are masked. */
  headers: v.record(v.string(), headerValue, expecting('an object')),
  /** The header Content-Type as it was read. */
  content_type: v.optional(anyString),
  /** The text that was sent; null if there is none. */
  body: v.nullable(bodyText),
  /** The reason why the body could not be read. */
  unreadable: v.optional(oneOf(['too_large', 'not_utf8'])),
  shortened,
}

const responseFields = {
  /** 0: no response was sent. */
  status,
  headers: v.record(v.string(), anyString, expecting('an object')),
  /** The wait that the header Retry-After tells, in seconds of real time. */
  retry_after_seconds: v.optional(v.pipe(v.number(aNumber), v.minValue(0, aNumber))),
  body: anyString,
}

/**
 * Whether the request had the account's current key, and if not, why. `bearer` is there only if it is a current or
 * former key of the account, so that no other secret is stored.
 */
export type KeyCheck =
  | { bearer: string; reason?: undefined; why?: undefined; mark?: undefined }
  | { bearer?: string | undefined; reason: KeyRefusal; why: string; mark?: number | undefined }

const key = v.pipe(
  strictObject({
    bearer: v.optional(keyText),
    why: v.optional(anyString),
    reason: v.optional(oneOf(keyRefusals)),
    /** Tells unknown keys apart without storing them: 16 bits of a hash. */
    mark: v.optional(integer(0, 0xffff)),
  }),
  v.guard(
    (check): check is KeyCheck =>
      check.why === undefined
        ? check.bearer !== undefined && check.reason === undefined
        : check.reason !== undefined,
    'must have the field bearer, or why and reason',
  ),
)

const effect = v.variant(
  'kind',
  [
    /** `alias` is the id of the alias. */
    variantOption({ kind: v.literal('created'), alias: string(200) }),
    variantOption({ kind: v.literal('none') }),
  ],
  (issue) =>
    issue.path ? invalidChoice(issue.input, ['created', 'none']) : mustBe('an object', issue.input),
)

const refusedValue = strictObject({
  /** A field of the body, a parameter, `body` or `authorization`. */
  field: string(MAX_REFUSED_FIELD),
  reason: oneOf(refusalReasonNames),
})

/** The connection, which all requests on it share. When it was opened and closed are places in the order of the server's events. */
const connection = strictObject({
  id: count,
  opened: v.optional(count),
  /** Absent as long as it is open. */
  closed: v.optional(count),
})

const placed = {
  /** The place in the one order of the whole sandbox. */
  order: count,
  /** Unique within the account; entries of one type are numbered from 1. */
  id,
  account: accountName,
  /** Time of the account. */
  at: instant,
  /** Time of the machine. */
  real_at: instant,
}

const requestEntry = variantOption({
  ...placed,
  type: v.literal('call'),
  /** The time of its arrival on the account's clock, if a step of the timeline moved the clock before its answer. */
  arrived_at: v.optional(instant),
  request: strictObject(requestFields),
  response: strictObject(responseFields),
  key,
  outcome,
  operation: v.nullable(oneOf(operations)),
  /** The effect of the call, whatever its client was told of it. */
  effect,
  /** The value that it was refused for, whatever its client was told; null if there was none. */
  refused: v.nullable(refusedValue),
  delivery: deliverySchema,
  duration_ms: anyNumber,
  /** The time at which the answer was sent, or given up; null until then. */
  ended_at: v.nullable(instant),
  /** When the request arrived and its answer was handed over or given up, in the order of the server's events. */
  arrived: v.optional(count),
  handed_over: v.optional(count),
  /** Of an answer that was held back: the request that was answered before it; null if there was none in time. Absent if it was not held. */
  held_for: v.optional(v.nullable(id)),
  /** Null in process. */
  connection: v.nullable(connection),
  /** Had the client disconnected before its answer was ready? */
  client_left: boolean(),
  /** Speed of the account's clock relative to real time; 0 when frozen. */
  clock_scale: anyNumber,
  fault: v.nullable(id),
  basis: oneOf(['documented', 'assumed', 'injected']),
  /** The choices that shaped the answer. */
  choices: items(oneOf(choiceIds)),
  source: anyString,
  why: anyString,
  checks: items(strictObject({ check: id, passed: boolean(), detail: v.optional(anyString) })),
})

/** The name of an action whose entries are of this type; of a refused one, whatever the path of its route said. */
const nameOf = (type: ActionType, message: string) =>
  v.pipe(
    string(limits.targetBytes.value),
    v.check((name) => actionType(name) === type, message),
  )

const performed = {
  ...placed,
  /** As received, before validation. */
  arguments: v.optional(v.unknown()),
  shortened,
  origin: oneOf(origins),
  /** The reset of the whole sandbox, which also starts the account's keys over. */
  whole_sandbox: v.optional(yes),
  /** It left the account as it was, or its change could not be stored: there is nothing to undo. */
  unchanged: v.optional(yes),
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

const actionEntry = variantOption({
  ...performed,
  type: v.literal('action'),
  action: nameOf('action', 'must be another one: deliver_mail makes an entry of type mail'),
})

const mailEntry = variantOption({
  ...performed,
  type: v.literal('mail'),
  action: nameOf('mail', 'must be deliver_mail, which makes the entries of type mail'),
  /** Whether the document says what becomes of such a mail, or a choice does; and why it is so. */
  basis: v.optional(oneOf(['documented', 'assumed'])),
  source: v.optional(anyString),
  why: v.optional(anyString),
})

const hasOneEnd = <Item extends { result?: unknown; refused?: unknown }>() =>
  v.check<Item, string>(
    ({ result, refused }) => (result === undefined) !== (refused === undefined),
    'must have one of the fields result and refused',
  )

const eventEntry = variantOption({
  ...placed,
  type: v.literal('event'),
  event: string(200),
  details: record(),
  /** Id of the action that moved the clock, or of the call before which a step happened; null if time passed. */
  during: v.nullable(id),
})

const startEntry = variantOption({
  ...placed,
  type: v.literal('start'),
  reason: oneOf(startReasons),
  scenario: string(500),
  seed,
  /** The choices that differ from the default. */
  choices: record(),
  clock: strictObject({ mode: oneOf(['running', 'frozen']), scale: anyNumber }),
  /** Its first key, and the numbers from which further keys are drawn; absent if its value did not come from a scenario. */
  key: v.optional(strictObject({ first: keyText, series: count, made: count })),
})

const undoEntry = variantOption({
  ...placed,
  type: v.literal('undo'),
  origin: oneOf(origins),
  /** The id of the entry before which the account is again. */
  to: id,
  /** The change could not be stored, so that the account is as it was before this entry. */
  unchanged: v.optional(yes),
})

/** The shape of each type of entry. */
export const entryShapes = {
  start: startEntry,
  call: requestEntry,
  action: v.pipe(actionEntry, hasOneEnd()),
  mail: v.pipe(mailEntry, hasOneEnd()),
  event: eventEntry,
  undo: undoEntry,
}

const { start, call, action, mail, event, undo } = entryShapes

/** A request as the control API lists it: its bodies are read as JSON where they are JSON. */
export const listedRequest = v.strictObject({
  ...requestEntry.entries,
  request: v.strictObject({ ...requestFields, body: v.unknown() }),
  response: v.strictObject({ ...responseFields, body: v.unknown() }),
})

/** Says of a value that is none of these types which there are. */
export function notEntry(issue: v.BaseIssue<unknown>): string {
  return issue.path ? invalidChoice(issue.input, historyTypes) : mustBe('an object', issue.input)
}

export const entry = v.variant('type', [start, call, action, mail, event, undo], notEntry)

/** Anything that happened to an account: an input (a request, an action, an undo, a start), or an event. */
export type Entry = v.InferOutput<typeof entry>
type EntryOf<Type extends Entry['type']> = Extract<Entry, { type: Type }>

/** A request to `/v1`, with its answer and the reason for it: `req_12`. */
export type RequestEntry = EntryOf<'call'>
/** An action, performed or refused: `act_3`. One of a timeline follows from the account's state. */
export type ActionEntry = EntryOf<'action'>
/** A mail that was delivered, or an attempt: `mail_3`. */
export type MailEntry = EntryOf<'mail'>
export type PerformedEntry = ActionEntry | MailEntry
/** Something that happened on the account's clock: `evt_9`. It follows from the inputs before it. */
export type EventEntry = EntryOf<'event'>
/** The account starts, or goes back to its stored state because a write failed: `start_1`. */
export type StartEntry = EntryOf<'start'>
/** The account went back to its state before another entry: `undo_1`. */
export type UndoEntry = EntryOf<'undo'>

export type ListedRequest = v.InferOutput<typeof listedRequest>

/** A request to `/v1` as it was sent. */
export type ApiRequest = RequestEntry['request']
export type ApiResponse = RequestEntry['response']
export type Connection = NonNullable<RequestEntry['connection']>
/** One check of a request, passed or failed, with its numbers. */
export type CheckMade = RequestEntry['checks'][number]
/** The effect of a request, whatever its client was told. */
export type Effect = RequestEntry['effect']
/** The first key of an account, and the numbers from which further keys are drawn. */
export type StartKey = NonNullable<StartEntry['key']>
