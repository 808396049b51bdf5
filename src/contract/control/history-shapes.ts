import * as v from 'valibot'
import { controlShapes, count } from './control-shapes.ts'
import { entry } from '../history/entry.ts'

/** Answers of the control API about a history. */

const completeFrom = v.nullable(v.string())

const history = v.strictObject({
  history: v.array(entry),
  /** Id of the first entry from which on nothing is missing; for the whole sandbox, by account. */
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
  /** The replayed entries; `order` is that of the file, `different` the ids of the entries that differ from it. */
  accounts: v.array(
    v.strictObject({
      name: v.string(),
      history: v.array(entry),
      different: v.array(v.string()),
    }),
  ),
})

/** The schemas, by their name in OpenAPI. */
export const historyShapes = { Entry: entry, History: history, Replay: replay }

export type HistoryView = v.InferOutput<typeof history>
export type ReplayView = v.InferOutput<typeof replay>
export type ReplayFirst = NonNullable<ReplayView['first']>
