import * as v from 'valibot'
import { historyShapes } from './history-shapes.ts'
import { alias } from '../shapes.ts'
import { session } from '../session/session.ts'
import { controlShapes, count } from './control-shapes.ts'

/**
 * The bodies of all answers of the control API. A row of `routes.ts` names them, so that a server which
 * only serves does not load them: OpenAPI and the types of client and server are made from them.
 */

/** The answers with a name in OpenAPI. */
export const namedAnswers = {
  Alias: alias,
  ...controlShapes,
  ...historyShapes,
  Session: session,
}

const { Account, Action, Choice, Dropped, Fault, Mail, PossibleAction, Request, ScenarioCard } =
  controlShapes

/** Any object: what is in it is documented elsewhere. */
const anyObject = v.record(v.string(), v.unknown())

const total = v.pipe(count, v.description('The number of all aliases that match.'))

const leftOut = v.pipe(count, v.description('The number of mails before these, which match too.'))

/** The answers that OpenAPI describes where they are given. */
export const answersInPlace = {
  Accounts: v.strictObject({ accounts: v.array(Account) }),
  AccountsOrNames: v.union([
    v.strictObject({ accounts: v.array(Account) }),
    v.strictObject({ accounts: v.array(v.strictObject({ name: v.string() })) }),
  ]),
  Actions: v.strictObject({ actions: v.array(Action) }),
  Aliases: v.strictObject({ aliases: v.array(alias), total }),
  BugReport: v.strictObject({ markdown: v.string() }),
  Choices: v.strictObject({ choices: v.array(Choice) }),
  Faults: v.strictObject({ faults: v.array(Fault) }),
  Har: v.strictObject({ log: v.record(v.string(), v.unknown()) }),
  Mails: v.strictObject({ mails: v.array(Mail), left_out: leftOut }),
  Openapi: anyObject,
  Page: v.strictObject({ html: v.string() }),
  PossibleActions: v.strictObject({ actions: v.array(PossibleAction) }),
  Requests: v.strictObject({ requests: v.array(Request) }),
  RequestsAndDropped: v.strictObject({ requests: v.array(Request), dropped: Dropped }),
  Scenarios: v.strictObject({ scenarios: v.array(ScenarioCard) }),
  ScenarioText: v.strictObject({
    yaml: v.string(),
    /** The losses of the scenario, in sentences. */
    notes: v.array(v.string()),
  }),
}

type Schemas = typeof namedAnswers & typeof answersInPlace
export type AnswerName = keyof Schemas

/** A body by its name; null for an answer without one. */
export type AnswerBody<Name extends AnswerName | null> = Name extends AnswerName
  ? v.InferOutput<Schemas[Name]>
  : undefined

export type ControlErrorBody = AnswerBody<'ControlError'>
