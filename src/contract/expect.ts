import * as v from 'valibot'
import { actionNames, checkArguments } from './actions.ts'
import { addIssues } from './validation-issue.ts'
import {
  strictObject,
  expecting,
  oneOf,
  looseObject,
  pattern,
  record,
  string,
  boolean,
  integer,
} from './fields.ts'

/** The steps of a scenario's `expect`: what a client sees in the scenario and after recovery. */

/** Placeholders for values of earlier responses. */
const placeholders = ['{id}', '{next_cursor}']

/** A call, and the response that a client must get. */
export const callStep = strictObject({
  /**
   * Method and path with query. `{next_cursor}` is the cursor of the last page, and `{id}` the created
   * or first listed alias of the last response with one; likewise in `body` and in arguments of `do`.
   */
  call: v.pipe(
    pattern(/^[A-Z]{1,20} \/\S*$/, 'a method and a path such as POST /v1/aliases'),
    v.check(
      (call) => (call.match(/\{[^}]*\}?/g) ?? []).every((mark) => placeholders.includes(mark)),
      `must have no placeholders other than ${placeholders.join(', ')}`,
    ),
  ),
  /** Sent as JSON; a string is sent unchanged. */
  body: v.optional(v.unknown()),
  /** A key in place of the account's current one; `{first_key}` is the key that it started with. */
  key: v.optional(string(200)),
  /** How often the call is made; each response must match. */
  times: v.optional(integer(1, 10_000)),
  /** none: there is no response, or only a truncated one. */
  status: v.union(
    [v.literal('none'), integer(100, 599)],
    expecting('a status from 100 to 599 or "none"'),
  ),
  code: v.optional(string(60)),
  retry_after: v.optional(
    v.union(
      [v.literal('absent'), integer(1, 86_400)],
      expecting('a number of seconds from 1 to 86400 or "absent"'),
    ),
  ),
  /** Number of aliases in the page. */
  aliases: v.optional(integer(0, 100)),
  has_more: v.optional(boolean()),
  /** Fields that the created alias, or the first of the page, must have. */
  alias: v.optional(record()),
})
export type CallStep = v.InferOutput<typeof callStep>

const doStep = v.pipe(
  looseObject({ do: oneOf(actionNames, 'an action'), status: v.optional(integer(200, 499)) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { do: action, status: _status, ...args } = dataset.value
    const checked = checkArguments(action, args)
    if (!checked.ok) addIssues(addIssue, dataset.value, checked.issues)
  }),
)
export type DoStep = v.InferOutput<typeof doStep>
export type ExpectStep = CallStep | DoStep

export const expectStep = v.lazy((step) =>
  typeof step === 'object' && step !== null && 'do' in step ? doStep : callStep,
)
