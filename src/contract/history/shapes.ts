import * as v from 'valibot'
import { controlShapes, type Dropped } from '../control/control-shapes.ts'
import { historyItems, type HistoryFileItemOf } from './file.ts'
import { historyTypes, type HistoryType } from './entry-types.ts'

/**
 * What the control API answers about a history. Its items are those of a history file, and say everything
 * that a file may leave out.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What an item of this sandbox always says. */
const always = {
  start: ['account'],
  call: [
    'account',
    'operation',
    'delivery',
    'effect',
    'refused',
    'basis',
    'fault',
    'choices',
    'source',
    'why',
    'checks',
    'duration_ms',
    'ended_at',
    'connection',
    'client_left',
    'clock_scale',
  ],
  action: ['account'],
  mail: ['account'],
  event: ['account'],
  rewind: ['account'],
} as const satisfies { [Type in HistoryType]: readonly (keyof HistoryFileItemOf<Type>)[] }

type Item<Type extends HistoryType> = Shown<Type, (typeof always)[Type][number]>
type Shown<Type extends HistoryType, Said extends PropertyKey> = Omit<
  HistoryFileItemOf<Type>,
  Said | 'state'
> & {
  [Field in Said & keyof HistoryFileItemOf<Type>]-?: Exclude<
    HistoryFileItemOf<Type>[Field],
    undefined
  >
}

export type HistoryCall = Item<'call'>
export type HistoryAction = Item<'action'> | Item<'mail'>
export type HistoryEvent = Item<'event'>
export type HistoryStart = Item<'start'>
export type HistoryItem = HistoryCall | HistoryAction | HistoryEvent | HistoryStart | Item<'rewind'>

/** The shape of the items of one kind: without a state, and with what they always say. */
function shown(type: HistoryType): v.StrictObjectSchema<{ type: v.GenericSchema }, undefined> {
  const { state: _state, ...entries } = historyItems[type].entries as Record<
    string,
    v.GenericSchema
  >
  const said: readonly string[] = always[type]
  const fields = Object.entries(entries).map(([name, schema]) => [
    name,
    said.includes(name) && 'wrapped' in schema ? schema.wrapped : schema,
  ])
  return v.strictObject(Object.fromEntries(fields) as v.ObjectEntries) as never
}

const historyItem = v.variant(
  'type',
  historyTypes.map(shown) as [ReturnType<typeof shown>],
) as never

const completeFrom = v.nullable(v.string())

const history = v.strictObject({
  history: v.array(historyItem),
  /** Id of the first item from which on nothing is missing; for the whole sandbox, by account. */
  complete_from: v.union([completeFrom, v.record(v.string(), completeFrom)]),
  dropped: controlShapes.Dropped,
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
})

/** The schemas, by their name in OpenAPI. Typed by their values, which declares each shape only once. */
export const historyShapes: {
  HistoryItem: v.GenericSchema<HistoryItem>
  History: v.GenericSchema<HistoryView>
  Replay: v.GenericSchema<ReplayView>
} = { HistoryItem: historyItem, History: history, Replay: replay }

export type HistoryView = {
  history: HistoryItem[]
  complete_from: string | null | Record<string, string | null>
  dropped: Dropped
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
}
