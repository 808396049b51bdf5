import * as v from 'valibot'
import { conflictNames, controlErrorCodes } from '../control-errors.ts'
import { instant, listedRequest, outcome, status } from '../history/entry.ts'
import type { ChoiceId } from '../choices/choices.ts'
import { eachDeliveryTime } from '../deliveries.ts'
import { faultArguments, faultKinds } from '../faults.ts'
import { eachOperation, operations } from '../operations.ts'
import { billings, cards, cycles, keyStatuses, plans } from '../rules.ts'
import { scenarioSchema } from '../scenario/scenario.ts'
import { waitKinds } from '../waits.ts'

/**
 * The response bodies of the control API. Times are ISO 8601 in UTC; fields in seconds say so in their
 * name or comment.
 */

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const limit = v.nullable(count)

const fault = v.strictObject({
  id: v.string(),
  kind: v.picklist(faultKinds),
  operation: v.picklist([...operations, 'any']),
  times: v.union([v.literal('always'), count]),
  skip: count,
  /** Calls (or draws) that have passed so far, of those to skip; absent until one has. */
  skipped: v.optional(count),
  /** Calls (or draws) that it has been applied to so far. */
  hits: count,
  ...faultArguments,
  ends_at: v.optional(instant),
  state: v.picklist(['armed', 'over']),
})

/** A reason for which an action was or would be refused. */
export const refusal = v.strictObject({
  status,
  message: v.string(),
  /** The argument that is wrong, if it is one. */
  field: v.optional(v.string()),
  /** Of what the state does not allow, and of what is too large. */
  reason: v.optional(v.picklist(conflictNames)),
})

/** A past or future event on the account's clock. The other fields depend on the event. */
const fired = v.looseObject({ at: instant, event: v.string() })

const nextCall = v.strictObject({
  status,
  outcome,
  why: v.string(),
  /** Seconds of real time, as in the header, if the call made now would get it. */
  retry_after: v.optional(count),
  /** The real time that the response would take because of a fault. */
  ...eachDeliveryTime(v.optional(count)),
})

const account = v.strictObject({
  name: v.string(),
  api_key: v.string(),
  /** The key that the account started with. */
  first_key: v.string(),
  key_status: v.picklist(keyStatuses),
  scenario: v.string(),
  plan: v.picklist(plans),
  billing: v.picklist(billings),
  cycle: v.picklist(cycles),
  card: v.picklist(cards),
  /** Null on Free. */
  price: v.nullable(v.strictObject({ amount: v.number(), currency: v.literal('USD') })),
  trial_used: v.boolean(),
  trial_ends_at: v.nullable(instant),
  renews_at: v.nullable(instant),
  seed: v.pipe(v.number(), v.integer()),
  clock: v.strictObject({
    now: instant,
    epoch_seconds: v.pipe(v.number(), v.integer()),
    mode: v.picklist(['running', 'frozen']),
    scale: v.number(),
  }),
  /** The waits that answers ask for, unless a fault says it. */
  waits: v.picklist(waitKinds),
  usage: v.strictObject({
    /** `resets_in` in seconds; null while no window is open. */
    burst: v.strictObject({ used: count, limit, resets_in: limit }),
    daily: v.strictObject({ used: count, limit, resets_at: instant }),
    forwards: v.strictObject({ used: count, limit, resets_at: instant }),
  }),
  aliases: count,
  /** Choices that differ from the default. */
  choices: v.record(v.string(), v.unknown()),
  faults: v.array(fault),
  /** The account that it branched off before its entry `at`, or as it was then if `at` is null. */
  forked_from: v.nullable(v.strictObject({ account: v.string(), at: v.nullable(v.string()) })),
  /** The action that an undo without `to` takes back. */
  last_action: v.nullable(v.strictObject({ id: v.string(), action: v.string(), at: instant })),
  /** Can its history keep the account as it is now, so that an undo can be taken back? */
  can_come_back: v.boolean(),
  next_events: v.array(fired),
  /** Steps of the timeline that wait for a call: for 1 it is the next one that counts. */
  steps_at_calls: v.array(
    v.strictObject({
      in_calls: count,
      operation: v.picklist([...operations, 'any']),
      do: v.string(),
      arguments: v.record(v.string(), v.unknown()),
    }),
  ),
  next_call: v.strictObject(eachOperation(() => nextCall)),
})

/** The account after an undo, the entry that this made, and whether the account can go back to before it. */
const undoneAccount = v.strictObject({
  ...account.entries,
  undo: v.string(),
  can_be_taken_back: v.boolean(),
})

/** A mail that was forwarded to the owner of an account. */
const mail = v.strictObject({
  /** The id of the action that delivered it. */
  id: v.string(),
  at: instant,
  /** The id of the alias that it was sent to. */
  alias: v.string(),
  to: v.string(),
  /** Empty if neither the message nor who delivered it names one. */
  from: v.string(),
  subject: v.string(),
  /** Without a text, that of the HTML. */
  text: v.string(),
  html: v.string(),
  /** Words that look like codes to type in, the likeliest first. */
  codes: v.array(v.string()),
  links: v.array(v.string()),
  attachments: v.array(
    v.strictObject({
      /** Empty if it has none. */
      name: v.string(),
      type: v.string(),
      /** In bytes. */
      size: count,
    }),
  ),
  /** The headers of the message as it was sent, in order; none if it is not there. */
  headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  /** The bytes of the message as it was sent; null if it was delivered by its fields, or is not kept any longer. */
  raw_bytes: v.nullable(count),
})

/** Number of calls dropped since the requests were last empty, by the limit that was exceeded. */
const dropped = v.strictObject({
  /** `--max-requests`. */
  entries: count,
  /** The bytes of all histories together. */
  bytes: count,
})

const performed = v.strictObject({
  action: v.string(),
  account: v.string(),
  now: instant,
  /** The result of the action, such as `{api_key}`. */
  result: v.unknown(),
  /** The action left the account as it was, so that undo skips it. */
  unchanged: v.optional(v.literal(true)),
  fired: v.array(fired),
  /** Number of fired events; only when `fired` does not contain all of them. */
  fired_total: v.optional(count),
})

const scenarioCard = v.strictObject({
  name: v.string(),
  title: v.string(),
  summary: v.string(),
  /** The API key whose first use creates an account in this scenario. */
  key: v.string(),
})

const wholeScenario = v.strictObject({ ...scenarioCard.entries, scenario: scenarioSchema })

/** A scenario parsed from text. It is not registered, so it has no key. */
const readScenario = v.omit(wholeScenario, ['key'])

const choiceValue = v.union([v.string(), v.number(), v.boolean()])

const choice = v.strictObject({
  id: v.string(),
  question: v.string(),
  source: v.string(),
  value: choiceValue,
  default: choiceValue,
  /** Whether the sandbox was started with this value, which then holds for every account. */
  fixed: v.boolean(),
  alternatives: v.array(v.strictObject({ value: choiceValue, tier: v.picklist(['L', 'P']) })),
  also: v.optional(v.string()),
})

const action = v.strictObject({
  name: v.string(),
  group: v.string(),
  summary: v.string(),
  source: v.optional(v.string()),
  /** A JSON Schema. */
  arguments: v.record(v.string(), v.unknown()),
})

const possibleAction = v.strictObject({
  action: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  /** The reason for which the account would refuse it now; null if it would perform it. */
  refused: v.nullable(refusal),
})

/** Any text in the published schema, as new choices may come. */
const choiceId = v.string() as v.GenericSchema<string, ChoiceId>

const report = v.strictObject({
  /** Set if rules fail that would be advice. */
  strict: v.optional(v.literal(true)),
  accounts: v.array(v.string()),
  calls: count,
  /** Number of calls that are no longer in the histories and were not judged. */
  forgotten: count,
  coverage: v.array(v.strictObject({ outcome: v.string(), documented: v.boolean(), count })),
  etiquette: v.array(
    v.strictObject({
      rule: v.string(),
      title: v.string(),
      source: v.string(),
      verdict: v.picklist(['pass', 'fail', 'advice', 'not_exercised']),
      why: v.string(),
      /** The behaviour of a careful client. */
      expected: v.string(),
      /** Ids of the calls, actions and events that show it. */
      entries: v.array(v.string()),
      /** Of a rule that was not exercised: the outcome that it is about. */
      situation: v.optional(v.string()),
      /** In place of that, what the client does next to meet it. */
      next: v.optional(v.string()),
      /** Ids of the aliases that were made twice, in pairs. */
      aliases: v.optional(v.array(v.string())),
    }),
  ),
  choices: v.array(v.strictObject({ choice: choiceId, count, question: v.string() })),
})

const position = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** Every error of the control API; `field` is the argument that is wrong, if it is one. */
const controlError = v.strictObject({
  message: v.string(),
  code: v.picklist(controlErrorCodes),
  /** Of a refusal. */
  reason: v.optional(v.picklist(conflictNames)),
  field: v.optional(v.string()),
  /** All errors in a scenario, with their positions in its text. */
  errors: v.optional(
    v.array(v.strictObject({ line: position, column: position, message: v.string() })),
  ),
})

const live = v.strictObject({
  service: v.literal('alias-sandbox'),
  status: v.literal('live'),
  version: v.string(),
  /** Null in a program or a page that answers by itself. */
  pid: v.nullable(count),
})

const stopping = v.strictObject({
  status: v.literal('stopping'),
  pid: v.nullable(count),
  /** Tells the process from later ones with its pid; null where the system does not tell when it started. */
  started: v.nullable(v.string()),
})

const ready = v.strictObject({
  status: v.picklist(['ready', 'closing']),
  version: v.string(),
  scenario: v.string(),
  seed: v.pipe(v.number(), v.integer()),
  accounts: count,
  /** The address at which it receives mail; null without `--smtp-port`. */
  smtp_url: v.nullable(v.string()),
})

/** The schemas, by their name in OpenAPI. */
export const controlShapes = {
  Account: account,
  UndoneAccount: undoneAccount,
  Fault: fault,
  Fired: fired,
  Request: listedRequest,
  Mail: mail,
  Dropped: dropped,
  Performed: performed,
  ScenarioCard: scenarioCard,
  WholeScenario: wholeScenario,
  ReadScenario: readScenario,
  Choice: choice,
  Action: action,
  PossibleAction: possibleAction,
  Report: report,
  ControlError: controlError,
  Live: live,
  Ready: ready,
  Stopping: stopping,
}

/** The types of these bodies, for the views that build them and the client that reads them. */
type View<Name extends keyof typeof controlShapes> = v.InferOutput<(typeof controlShapes)[Name]>

export type AccountView = View<'Account'>
export type FaultView = View<'Fault'>
export type FiredView = View<'Fired'>
export type Mail = View<'Mail'>
export type Dropped = View<'Dropped'>
export type PerformedView = View<'Performed'>
export type ScenarioCard = View<'ScenarioCard'>
export type ChoiceView = View<'Choice'>
export type ActionView = View<'Action'>
export type PossibleActionView = View<'PossibleAction'>
export type ReportView = View<'Report'>
export type Live = View<'Live'>
export type Ready = View<'Ready'>
/** An error in a scenario; line and column are null if it concerns the whole file. */
export type ScenarioProblem = NonNullable<View<'ControlError'>['errors']>[number]
