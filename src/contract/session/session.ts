import * as v from 'valibot'
import { accountName, entry, instant, keyText } from '../history/entry.ts'
import { eachHistoryType } from '../history/entry-types.ts'
import { limits } from '../limits.ts'
import { seed } from '../scenario/sample-data.ts'
import { scenarioSchema } from '../scenario/scenario.ts'
import { accountState } from '../state/state.ts'
import { expecting, integer, items, list, pattern, strictObject, string } from '../values/fields.ts'
import { headerFields } from '../values/file-header.ts'
import { addIssues } from '../values/validation-issue.ts'

/**
 * A session: start and history of all accounts. From the starts, the inputs in the histories lead to the accounts as
 * they were when it was saved.
 */

/** The fields that every session begins with. */
export const sessionHeader = { format: 'alias-sandbox-session', version: 1 } as const

/** A session contains states, which contain scenarios. */
export const sessionDepth = limits.depth.value + 20

const count = integer(0, Number.MAX_SAFE_INTEGER)

/** The account before the first entry: at its start in a scenario, or in a later state. */
const start = v.pipe(
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
    const { real_at: _realAt, state, ...scenario } = dataset.value
    const names = ['scenario', 'definition', 'seed', 'key'] as const
    const wrong = names.find((name) => (scenario[name] === undefined) === (state === undefined))
    if (wrong === undefined) return
    const message = state ? 'must not stand beside state' : 'is required without state'
    addIssues(addIssue, dataset.value, [{ path: [wrong], message }])
  }),
)

/** Whether its entries are in order says check-session.ts. */
const sessionAccount = strictObject({
  name: accountName,
  start,
  /** The number of entries of each type before those of the history. */
  numbers_before: v.optional(strictObject(eachHistoryType(() => count))),
  /** The most requests in flight, and open connections, at once, also in calls that are no longer in the history. */
  at_once: v.optional(strictObject({ requests: count, connections: count })),
  /** The order up to which requests were cleared: the report does not judge them. */
  cleared: v.optional(count),
  /** The account's clock when the session was saved. Default: that of the last entry. */
  until: v.optional(strictObject({ at: instant, real_at: instant })),
  /** Entries before the start, which can be read but not repeated. */
  past: v.optional(items(entry)),
  history: items(entry),
})

export const session = strictObject({
  ...headerFields(sessionHeader),
  /** In the file of `--db`: of everything that follows it in the text. */
  sha256: v.optional(pattern(/^[0-9a-f]{64}$/, 'a checksum of 64 hexadecimal digits')),
  written_by: v.optional(string(200)),
  /** Default: that of the first account. */
  seed: v.optional(seed),
  /** Numbers of generated names and of deleted accounts, on which further names and keys depend. Default: 0. */
  accounts_named: v.optional(count),
  accounts_deleted: v.optional(count),
  /** The fields that the sandbox merged over every scenario. */
  overrides: v.optional(scenarioSchema),
  /** The scenarios that actions load by name. */
  scenarios: v.optional(v.record(accountName, scenarioSchema, expecting('an object'))),
  /** The names of all scenarios, if an action asked for another one. Default: those of `scenarios`. */
  scenario_names: v.optional(list(v.string(expecting('a string')), limits.accounts.value)),
  accounts: list(sessionAccount, limits.accounts.value),
})

export type Session = v.InferOutput<typeof session>
export type SessionAccount = Session['accounts'][number]
