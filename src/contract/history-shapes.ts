import * as v from 'valibot'
import {
  controlShapes,
  refusal,
  type AccountView,
  type Dropped,
  type EntryView,
} from './control-shapes.ts'
import { origins } from './origins.ts'

/**
 * The items of a history as the control API shows them. Times are ISO 8601 in UTC; `at` is the time of
 * the account's clock, `real_at` that of the machine.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const instant = v.pipe(v.string(), v.isoTimestamp())
const anyObject = v.record(v.string(), v.unknown())

export const historyTypes = ['start', 'call', 'action', 'event', 'rewind'] as const
export type HistoryType = (typeof historyTypes)[number]

/** The prefix of the ids of each type. */
export const historyPrefixes = {
  call: 'req',
  action: 'act',
  event: 'evt',
  start: 'start',
  rewind: 'rewind',
} as const satisfies Record<HistoryType, string>

export const startReasons = ['started', 'restored', 'rolled_back', 'forked'] as const

/** What every item has. `order` is the place in the history of the whole sandbox. */
function itemOf<Type extends HistoryType>(type: Type) {
  return {
    order: count,
    type: v.literal(type),
    id: v.pipe(v.string(), v.regex(new RegExp(`^${historyPrefixes[type]}_\\d+$`))),
    account: v.string(),
    at: instant,
    real_at: instant,
  }
}

const {
  id: _id,
  at: _at,
  real_at: _realAt,
  account: _account,
  ...call
} = controlShapes.Entry.entries

const historyCall = v.strictObject({
  ...itemOf('call'),
  ...call,
  /** When the answer was sent or given up, in real time; null until then. */
  ended_at: v.nullable(instant),
  /** Number of the connection that the call arrived on, if it arrived on one. */
  connection: v.nullable(count),
  /** Whether the client had disconnected before its answer was ready. */
  client_left: v.boolean(),
})

const historyAction = v.strictObject({
  ...itemOf('action'),
  action: v.string(),
  /** As received. */
  arguments: v.unknown(),
  origin: v.picklist(origins),
  /** The reset of the whole sandbox. */
  whole_sandbox: v.optional(v.literal(true)),
  /** The action left the account as it was, so that undo skips it. */
  unchanged: v.optional(v.literal(true)),
  /** The result of the action, if it was performed. */
  result: v.optional(anyObject),
  /** Why the action was refused, if it was. */
  refused: v.optional(refusal),
})

const historyEvent = v.strictObject({
  ...itemOf('event'),
  event: v.string(),
  details: anyObject,
  /** Id of the action that moved the clock; null if time passed. */
  during: v.nullable(v.string()),
})

const historyStart = v.strictObject({
  ...itemOf('start'),
  reason: v.picklist(startReasons),
  scenario: v.string(),
  seed: v.pipe(v.number(), v.integer()),
  /** Choices that differ from the default. */
  choices: anyObject,
  clock: v.strictObject({ mode: v.picklist(['running', 'frozen']), scale: v.number() }),
})

const historyRewind = v.strictObject({
  ...itemOf('rewind'),
  origin: v.picklist(origins),
  /** Id of the entry: the account is as it was before it. */
  to: v.string(),
})

const historyItem = v.variant('type', [
  historyStart,
  historyCall,
  historyAction,
  historyEvent,
  historyRewind,
])

const completeFrom = v.nullable(v.string())

const history = v.strictObject({
  history: v.array(historyItem),
  /** Id of the first item from which on nothing is missing; for the whole sandbox, by account. */
  complete_from: v.union([completeFrom, v.record(v.string(), completeFrom)]),
  dropped: controlShapes.Dropped,
})

const answer = v.pick(controlShapes.Entry, ['response', 'outcome', 'why', 'basis'])

/** What differs from the answer that was given. */
const differing = ['status', 'headers', 'body', 'delivery', 'outcome'] as const
const differs = v.array(v.picklist(differing))

const alternatives = v.strictObject({
  id: v.string(),
  account: v.string(),
  /** The answer that was given. */
  answer,
  /** Other values of choices that would have changed it; `tier` L is likely, P possible, null the default. */
  choices: v.array(
    v.strictObject({
      choice: v.string(),
      value: v.union([v.string(), v.number(), v.boolean()]),
      tier: v.nullable(v.picklist(['L', 'P'])),
      differs,
      answer,
    }),
  ),
  /** The answer under every other documented outcome; only with `outcomes=true`. */
  outcomes: v.optional(v.array(v.strictObject({ outcome: v.string(), differs, answer }))),
})

const difference = v.strictObject({
  field: v.string(),
  /** Absent if it has no value. */
  recorded: v.optional(v.unknown()),
  replayed: v.optional(v.unknown()),
})
const differingEntry = v.strictObject({
  account: v.string(),
  id: v.string(),
  differences: v.array(difference),
})

const replay = v.strictObject({
  /** Number of answers that were compared, and of those that were equal. */
  answers: count,
  equal: count,
  /** The first answer that differs, and `earlier` what differed before it in its account. */
  first: v.nullable(
    v.strictObject({ ...differingEntry.entries, earlier: v.optional(differingEntry) }),
  ),
  /** What the replay did; `order` is that of the file, `different` the ids of the items that differ from it. */
  accounts: v.array(
    v.strictObject({
      name: v.string(),
      history: v.array(historyItem),
      different: v.array(v.string()),
    }),
  ),
  /** The account that was created. */
  account: v.optional(controlShapes.Account),
})

/** The schemas, by their name in OpenAPI. Typed by their values, which declares each shape only once. */
export const historyShapes: {
  HistoryItem: v.GenericSchema<HistoryItem>
  History: v.GenericSchema<HistoryView>
  Alternatives: v.GenericSchema<AlternativesView>
  Replay: v.GenericSchema<ReplayView>
} = { HistoryItem: historyItem, History: history, Alternatives: alternatives, Replay: replay }

export type HistoryItem = v.InferOutput<typeof historyItem>
type Item<Type extends HistoryType> = Extract<HistoryItem, { type: Type }>
export type HistoryCall = Item<'call'>
export type HistoryAction = Item<'action'>
export type HistoryEvent = Item<'event'>
export type HistoryStart = Item<'start'>

export type HistoryView = {
  history: HistoryItem[]
  complete_from: string | null | Record<string, string | null>
  dropped: Dropped
}

type Answer = Pick<EntryView, 'response' | 'outcome' | 'why' | 'basis'>
type Different = { differs: (typeof differing)[number][]; answer: Answer }

export type AlternativesView = {
  id: string
  account: string
  answer: Answer
  choices: ({
    choice: string
    value: string | number | boolean
    tier: 'L' | 'P' | null
  } & Different)[]
  outcomes?: ({ outcome: string } & Different)[] | undefined
}

type DifferingEntry = {
  account: string
  id: string
  differences: { field: string; recorded?: unknown; replayed?: unknown }[]
}
export type ReplayFirst = DifferingEntry & { earlier?: DifferingEntry | undefined }

export type ReplayView = {
  answers: number
  equal: number
  first: ReplayFirst | null
  accounts: { name: string; history: HistoryItem[]; different: string[] }[]
  account?: AccountView | undefined
}
