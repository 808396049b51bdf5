import type { NamedScenario } from '../../contract/scenario.ts'
import type { ServerResponse } from 'node:http'
import type { Account } from '../../core/account/account.ts'
import type { Persistence } from '../../core/persistence.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { EventFeed } from './events/events.ts'
import type { ReceivedBodies } from '../server/received-bodies.ts'
import type { UnreadAnswers } from '../server/unread-answers.ts'
import type { Waiters } from './waiters.ts'

export type ControlOptions = {
  now: () => number
  version: string
  /** Aborted when the sandbox closes: what waits then stops waiting. */
  closing: AbortSignal
  events: EventFeed
  unread: UnreadAnswers
  bodies: ReceivedBodies
  waiters: Waiters
  readScenario: ReadScenario
  /** Absent when everything is in memory. */
  persistence?: Persistence | undefined
}

/** Reads a scenario from YAML or JSON; throws an error with `lines`, `file:line:column what is wrong`. */
export type ReadScenario = (text: string, file: string) => Promise<NamedScenario>

/** What a route is given. */
export type Context = {
  sandbox: Sandbox
  /** The account that the route is about, at the machine's now. */
  account: Account
  params: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
  machineMs: number
  options: ControlOptions
  response: ServerResponse
}

export type Answer = {
  status?: number
  body?: unknown
  /** The same as text already, in pieces. */
  pieces?: readonly string[]
  /** Sent as it is, in place of a JSON body. */
  text?: { type: string; content: string }
  headers?: Record<string, string>
  /** The route has taken the response over. */
  isStreamed?: true
}

export type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox/`. */
  path: string
  /** `account`: stands under `accounts/<name>/` too. */
  scope: 'sandbox' | 'account'
  summary: string
  bodyLimit?: number
  /** The parameters of its query; any other is refused. */
  parameters?: readonly string[]
  /** Its answer may be large, and waits for room. */
  isLarge?: true
  /** Changes nothing, though its method could: no event is published, and nothing is stored. */
  isRead?: true
  answer: (context: Context) => Answer | Promise<Answer>
}
