import { limits } from '../limits.ts'
import * as v from 'valibot'
import { actionNames, checkArguments, type ActionName } from '../actions.ts'
import { errors, type ErrorName, type ErrorRow } from '../errors.ts'
import { mailContent, mailEnvelope } from '../values/mail-fields.ts'
import { invalidChoice } from '../values/invalid-choice.ts'
import { addIssues, check, type ValidationIssue } from '../values/validation-issue.ts'
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
} from '../values/fields.ts'

/** The steps of a scenario's `expect`: what a client sees in the scenario and after recovery. */

/** Placeholders for values of earlier responses. */
const PLACEHOLDER = /^\{(?:id|next_cursor|[a-z][a-z0-9_]{0,39}(?:\.[a-z0-9_]{1,40}){1,6})\}$/

/** The name of a step's answer, for later steps. */
const answerName = pattern(
  /^(?!(?:id|next_cursor)$)[a-z][a-z0-9_]{0,39}$/,
  'a name from a-z, 0-9 and underscore, other than id and next_cursor',
)

/** The fields of calls and actions. */
const shared = {
  /** A name for the answer: later steps can use its fields, as in `{created.alias.id}`. */
  as: v.optional(answerName),
  /** Send texts as they are, without replacing placeholders in them. */
  verbatim: v.optional(boolean()),
}

const headerText = v.pipe(
  v.string(expecting('a string or null')),
  v.regex(/^[\x20-\x7e]{0,1000}$/, expecting('at most 1000 printable ASCII characters')),
)

/** A call, and the response that a client must get. */
export const callStep = strictObject({
  /**
   * Method and path with query. `{next_cursor}` is the cursor of the last page, and `{id}` the created
   * or first listed alias of the last response with one; `{name.field}` is a field of the answer of the
   * step with `as: name`. Likewise in `body` and in arguments of `do`.
   */
  call: v.pipe(
    pattern(/^[A-Z-]{1,20} \/\S*$/, 'a method and a path such as POST /v1/aliases'),
    v.check(
      (call) => (call.match(/\{[^}]*\}?/g) ?? []).every((mark) => PLACEHOLDER.test(mark)),
      'must have no placeholders other than {id}, {next_cursor} and {name.field}',
    ),
  ),
  ...shared,
  /** Sent as JSON; a string is sent unchanged. */
  body: v.optional(v.unknown()),
  /** A body that cannot be read is sent: one above the size limit, or one that is not UTF-8. */
  unreadable: v.optional(oneOf(['too_large', 'not_utf8'])),
  /** Further headers, or others than usual; null leaves one out. Names in lower case. */
  headers: v.optional(
    v.record(
      pattern(/^[a-z0-9-]{1,100}$/, 'the name of a header in lower case'),
      v.nullable(headerText),
      expecting('an object'),
    ),
  ),
  /**
   * A key in place of the account's current one; `{first_key}` is the key that it started with, and
   * `{none}` sends no key.
   */
  key: v.optional(string(200)),
  /** The number of times the call is made; each response must match. */
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
  looseObject({
    do: oneOf(actionNames, 'an action'),
    ...shared,
    /** Fields that the result of the action must have. */
    result: v.optional(record()),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { action, args, expected } = readDoStep(dataset.value)
    const status = check(refusal, { status: expected })
    const checked = status.ok ? checkArguments(action, args) : status
    if (!checked.ok) addIssues(addIssue, dataset.value, checked.issues)
  }),
)

/** The mails that must be in the owner's inbox. Placeholders are replaced as in a call. */
export const mailStep = strictObject({
  mail: strictObject({
    /** The address that they were sent to, in lower or upper case. */
    to: v.optional(mailEnvelope.to),
    /** A part of their subject, text or sender, in lower or upper case. */
    text: mailContent.text,
    /** Their whole subject. */
    subject: mailContent.subject,
    /** Their number. Default: one or more. */
    count: v.optional(integer(0, limits.shown.value)),
  }),
  verbatim: shared.verbatim,
})
export type MailStep = v.InferOutput<typeof mailStep>

/** The status of an action: 200, or that of its refusal. */
const refusal = strictObject({ status: integer(200, 499) })

type DoneStep = { do: ActionName; result?: Record<string, unknown> | undefined } & Record<
  string,
  unknown
>

/** The action of a step, its arguments, and the status that it must answer with. */
export function readDoStep({
  do: action,
  as: _as,
  verbatim: _verbatim,
  result: _result,
  ...args
}: DoneStep) {
  // The status of a fault is an argument, such as 502 of a server error.
  if (action === 'arm_fault') return { action, args, expected: 200 }
  const { status = 200, ...others } = args
  return { action, args: others, expected: status as number }
}

export type DoStep = v.InferOutput<typeof doStep>
export type ExpectStep = CallStep | DoStep | MailStep

/** The codes of `/v1`; the last one under a choice only. */
const codes: readonly string[] = [
  ...Object.values(errors as Record<string, ErrorRow>).flatMap(({ code }) => code ?? []),
  'invalid_key' satisfies ErrorName,
]

/** The codes in steps that no answer has. One that the steps or `others` make a fault answer with is known. */
export function unknownCodes(
  steps: readonly ExpectStep[],
  others: readonly unknown[],
): ValidationIssue[] {
  const unknown = steps.flatMap((step, at) =>
    'do' in step || 'mail' in step || step.code === undefined || codes.includes(step.code)
      ? []
      : [{ code: step.code, path: [at, 'code'] }],
  )
  if (unknown.length === 0) return []
  const made = JSON.stringify([...others, steps.filter((step) => 'do' in step)])
  return unknown
    .filter(({ code }) => !made.includes(code))
    .map(({ code, path }) => ({ path, message: invalidChoice(code, codes) }))
}

export const expectStep = v.lazy((step) => {
  if (typeof step !== 'object' || step === null) return callStep
  return 'do' in step ? doStep : 'mail' in step ? mailStep : callStep
})
