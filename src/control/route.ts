import type { ControlErrorBody } from '../contract/control/answers.ts'
import { controlError, type ErrorFacts } from '../contract/control-errors.ts'
import type { ActionError } from '../contract/control/action-error.ts'
import type { Parameters } from '../contract/control/parameter.ts'
import type {
  AnswerOf,
  ControlRoute,
  PathOf,
  PathParameter,
  QueryOf,
  RouteName,
} from '../contract/control/routes.ts'
import { shortKey } from '../contract/values/validation-issue.ts'
import type { ActionView } from '../contract/control/control-shapes.ts'
import type { OpenapiName } from '../contract/control/answer-forms.ts'
import type { Origin } from '../contract/history/origins.ts'
import type { Account } from '../core/account/account.ts'
import type { Inboxes } from '../core/inbox/inboxes.ts'
import type { Persistence } from '../core/persistence.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { EventFeed } from './events/event-feed.ts'
import type { LargeAnswers } from './large-answers.ts'
import type { Query } from './query.ts'
import type { Question } from './question.ts'
import type { Work } from './work/work.ts'
import type { Bytes, Piece } from '../text/bytes.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'

/** The parts of the control API beside the sandbox itself. */
export type ControlParts = {
  clock: MachineClock
  version: string
  /** Aborted when the sandbox closes. */
  closing: AbortSignal
  events: Pick<EventFeed, 'publish' | 'open' | 'isFull' | 'reset'>
  inboxes: Inboxes
  work: Work
  /** Calls back in a turn of its own, so that others are served before. */
  nextTurn: (act: () => void) => void
  /** The turns of large answers that are composed at once. */
  largeAnswers: LargeAnswers
  /** The turns of large answers that are work. */
  derivedAnswers: LargeAnswers
  documents: Documents
  process: RunningProcess
  /** The scheme of the URL of the sandbox. */
  scheme: 'http' | 'https'
  /** Absent when all state is in memory. */
  persistence?: Persistence | undefined
}

/** The documents of the build, as a host finds them in the package. */
type Documents = {
  actions: () => ActionView[] | Promise<ActionView[]>
  openapi: (name?: OpenapiName) => object | Promise<object>
}

/** The process in which the sandbox runs. */
type RunningProcess = {
  /** Null where a program or a page answers by itself. */
  pid: number | null
  /** The time of its start, in the words of its system. */
  started: () => string | null
  /** The address at which it receives mail, if it does. */
  smtpUrl: () => string | undefined
  /** Ends it. Absent for a sandbox that belongs to a program. */
  stop?: (() => void) | undefined
}

/** A question to any route, and the parts that its answer is made with. */
export type AnyContext = {
  sandbox: Sandbox
  /** The account that the route is about, with its clock synchronized to the machine's. */
  account: Account
  params: Readonly<Record<string, string>>
  query: Query
  body: Record<string, unknown>
  /** The body of a route that takes bytes; an empty object if there is none. */
  bytes: Bytes
  machineMs: number
  /** The origin of the actions. */
  origin: Origin
  parts: ControlParts
  question: Question
}

/** The context of one route, with the parameters of its row. */
export type Context<Name extends RouteName> = Omit<AnyContext, 'params' | 'query'> & {
  params: Readonly<Record<PathParameter<PathOf<Name>>, string>>
  query: QueryOf<Name> extends Parameters ? Query<QueryOf<Name>> : unknown
}

/** Answers a route of this name, by the schemas of its row. */
export type Handler<Name extends RouteName> = (
  context: Context<Name>,
) => RouteAnswer<AnswerOf<Name>> | Promise<RouteAnswer<AnswerOf<Name>>>

export type Handlers = { readonly [Name in RouteName]: Handler<Name> }

export type Route = ControlRoute & {
  readonly answer: (context: AnyContext) => RouteAnswer | Promise<RouteAnswer>
}

export type RouteAnswer<Body = unknown> = {
  status?: number
  body?: Body | ControlErrorBody
  /** The body as it is sent, or as it comes: JSON, unless the headers say otherwise. */
  pieces?: readonly Piece[] | AsyncIterable<Piece>
  headers?: Readonly<Record<string, string>>
  /** Aborted when the connection must break before `pieces` have their end. */
  breaks?: AbortSignal
  /** Nothing was changed although the method is not GET. */
  isRead?: true
}

/** The answer when the sandbox closes while a request waits or is worked on. */
const closingAnswer: RouteAnswer<never> = {
  ...errorAnswer(503, 'The sandbox is closing.', { code: 'closed' }),
  isRead: true,
}

/** The answer to work that was not done to its end, for a client that only stopped sending. */
export function endedAnswer({ closing }: ControlParts): RouteAnswer<never> {
  if (closing.aborted) return closingAnswer
  const message = 'The client closed its side of the connection before the answer was ready.'
  return { ...errorAnswer(503, message, { code: 'closed' }), isRead: true }
}

/** The answer to what was refused. */
export function refusalAnswer({
  status,
  message,
  field,
  reason,
}: Pick<ActionError, 'message' | 'field' | 'reason'> & { status: number }): RouteAnswer<never> {
  return errorAnswer(status, message, {
    reason,
    field: field === undefined ? undefined : shortKey(field),
  })
}

/** An answer that tells an error. */
export function errorAnswer(
  status: number,
  message: string,
  facts?: ErrorFacts,
): RouteAnswer<never> {
  return { status, body: controlError(status, message, facts) }
}
