import * as v from 'valibot'
import { limits } from '../limits.ts'
import { seed } from '../scenario/sample-data.ts'
import { scenarioSchema } from '../scenario/scenario.ts'
import { accountState } from '../state/state.ts'
import {
  expecting,
  integer,
  items,
  list,
  strictObject,
  string,
  variantOption,
} from '../values/fields.ts'
import { headerFields } from '../values/file-header.ts'
import { addIssues } from '../values/validation-issue.ts'
import { accountName, entryShapes, instant, keyText, notEntry } from './entry.ts'

/** The history file of `history save` and `replay`. */

/** The version rises with that of the state too, because a file can contain the state of an account. */
export const historyHeader = { format: 'alias-sandbox-history', version: 1 } as const

/** A file contains states, which contain scenarios. */
export const historyDepth = limits.depth.value + 20

const count = integer(0, Number.MAX_SAFE_INTEGER)

/** The state after the entry, where the entries before do not lead to it. */
const stateAfter = v.optional(accountState)

/** An entry of a file. That of a start or a rewind can have the state of the account after it. */
const writtenEntry = v.variant(
  'type',
  [
    variantOption({ ...entryShapes.start.entries, state: stateAfter }),
    entryShapes.call,
    entryShapes.action,
    entryShapes.mail,
    entryShapes.event,
    variantOption({ ...entryShapes.rewind.entries, state: stateAfter }),
  ],
  notEntry,
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
  history: items(writtenEntry),
})

export const historyFile = strictObject({
  ...headerFields(historyHeader),
  written_by: v.optional(string(200)),
  /** What the sandbox merged over every scenario. */
  overrides: v.optional(scenarioSchema),
  /** The scenarios that actions load by name. */
  scenarios: v.optional(v.record(accountName, scenarioSchema, expecting('an object'))),
  /** The names of all scenarios, if an action asked for another one. Default: those of `scenarios`. */
  scenario_names: v.optional(list(v.string(expecting('a string')), limits.accounts.value)),
  accounts: list(historyFileAccount, limits.accounts.value),
})

export type HistoryFile = v.InferOutput<typeof historyFile>
export type HistoryFileAccount = HistoryFile['accounts'][number]
export type WrittenEntry = v.InferOutput<typeof writtenEntry>
