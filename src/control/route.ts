import type { ControlErrorBody } from '../contract/control/answers.ts'
import { controlError, type ErrorFacts } from '../contract/control/control-errors.ts'
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
import type { NamedScenario } from '../contract/scenario/scenario.ts'
import type { ServerResponse } from 'node:http'
import type { Bytes } from '../node/work/messages.ts'
import type { Origin } from '../contract/control/origins.ts'
import type { Settings } from '../contract/settings.ts'
import type { Account } from '../core/account/account.ts'
import type { Inboxes } from '../core/inbox/inboxes.ts'
import type { Persistence } from '../core/persistence.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { EventFeed } from './events/event-feed.ts'
import type { WorkerThread } from '../node/work/worker-thread.ts'
import type { Piece } from '../node/http/server/reply.ts'
import type { LargeAnswers } from './large-answers.ts'
import type { Query } from './query.ts'
import type { ReceivedBytes } from '../core/sizes/received-bytes.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'

/** What the control API works with beside the sandbox itself. */
export type ControlParts = {
  clock: MachineClock
  version: string
  /** Aborted when the sandbox closes. */
  closing: AbortSignal
  events: EventFeed
  received: ReceivedBytes
  inboxes: Inboxes
  thread: WorkerThread
  /** Those that are composed in this thread. */
  largeAnswers: LargeAnswers
  /** Those that the worker thread makes. */
  derivedAnswers: LargeAnswers
  readScenario: ReadScenario
  /** Ends the process. Absent for a sandbox that belongs to a program. */
  stop?: (() => void) | undefined
  /** Absent when all state is in memory. */
  persistence?: Persistence | undefined
}

/** Reads a scenario from YAML or JSON; throws an error with `lines`, `file:line:column what is wrong`. */
export type ReadScenario = (text: string, file: string) => Promise<NamedScenario>

/** What any route is asked, and what it works with. */
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
  /** Who acts. */
  origin: Origin
  settings: Settings
  parts: ControlParts
  response: ServerResponse
  /** Aborted when the client leaves before it is answered, or the sandbox closes: nobody waits for the answer. */
  left: AbortSignal
}

/** The same for one route, with the parameters of its row. */
export type Context<Name extends RouteName> = Omit<AnyContext, 'params' | 'query'> & {
  params: Readonly<Record<PathParameter<PathOf<Name>>, string>>
  query: QueryOf<Name> extends Parameters ? Query<QueryOf<Name>> : unknown
}

/** What answers a route of this name, by the schemas of its row. */
export type Handler<Name extends RouteName> = (
  context: Context<Name>,
) => Answer<AnswerOf<Name>> | Promise<Answer<AnswerOf<Name>>>

export type Handlers = { readonly [Name in RouteName]: Handler<Name> }

export type Route = ControlRoute & {
  readonly answer: (context: AnyContext) => Answer | Promise<Answer>
}

export type Answer<Body = unknown> = {
  status?: number
  body?: Body | ControlErrorBody
  /** The body as JSON, in pieces of text or of bytes. */
  pieces?: readonly Piece[]
  /** Sent as is, instead of a JSON body. */
  text?: { type: string; content: string }
  /** The same for bytes, which a browser saves under this name, and never shows. */
  download?: { type: string; name: string; content: Uint8Array }
  headers?: Record<string, string>
  /** The route writes the response itself. */
  isStreamed?: true
  /** Nothing was changed although the method is not GET. */
  isRead?: true
}

/** The answer when the sandbox closes while a request waits or is worked on. */
export const closingAnswer: Answer<never> = {
  ...errorAnswer(503, 'The sandbox is closing.', { code: 'closed' }),
  isRead: true,
}

/** The answer to work that was not done to its end, for a client that only stopped sending. */
export function endedAnswer({ closing }: ControlParts): Answer<never> {
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
}: Pick<ActionError, 'message' | 'field' | 'reason'> & { status: number }): Answer<never> {
  return errorAnswer(status, message, {
    reason,
    field: field === undefined ? undefined : shortKey(field),
  })
}

/** An answer that tells an error. */
export function errorAnswer(status: number, message: string, facts?: ErrorFacts): Answer<never> {
  return { status, body: controlError(status, message, facts) }
}
