import * as v from 'valibot'
import { actionNames, checkArguments } from './actions.ts'
import { addIssues } from './validation-issue.ts'
import {
  strictObject,
  oneOf,
  looseObject,
  pattern,
  record,
  formatValue,
  string,
  boolean,
  integer,
} from './fields.ts'

/** The steps of a scenario's `expect`: what a client sees on the way in, and on the way out. */

/** What stands for something that an earlier answer held. */
const placeholders = ['{id}', '{next_cursor}']

/** What is called, and what a client must see. */
export const callStep = strictObject({
  /**
   * Method and path with query. `{next_cursor}` stands for that of the last page, `{id}` for the alias
   * that was created or listed first in the last answer that had one; likewise in `body` and in the
   * arguments of a `do`.
   */
  call: v.pipe(
    pattern(/^[A-Z]{1,20} \/\S*$/, 'a method and a path such as POST /v1/aliases'),
    v.check(
      (call) => (call.match(/\{[^}]*\}?/g) ?? []).every((mark) => placeholders.includes(mark)),
      `holds a placeholder that is not one of ${placeholders.join(', ')}`,
    ),
  ),
  /** Sent as JSON; a text is sent as it stands. */
  body: v.optional(v.unknown()),
  /** Another key than the account's: `{first_key}` is the one that it started with. */
  key: v.optional(string(200)),
  /** How often in a row; each must answer so. */
  times: v.optional(integer(1, 10_000)),
  /** none: no answer comes, or it breaks off. */
  status: v.union(
    [v.literal('none'), integer(100, 599)],
    (issue) => `${formatValue(issue.input)} is neither a status from 100 to 599 nor none`,
  ),
  code: v.optional(string(60)),
  retry_after: v.optional(
    v.union(
      [v.literal('absent'), integer(1, 86_400)],
      (issue) => `${formatValue(issue.input)} is neither a number of seconds nor absent`,
    ),
  ),
  /** How many aliases the page holds. */
  aliases: v.optional(integer(0, 100)),
  has_more: v.optional(boolean()),
  /** Fields that the created alias, or the first of the page, must have. */
  alias: v.optional(record()),
})
export type CallStep = v.InferOutput<typeof callStep>

const doStep = v.pipe(
  looseObject({ do: oneOf(actionNames), status: v.optional(integer(200, 499)) }),
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
