import { limits } from '../contract/limits.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { failureMessage, PersistenceError } from '../core/persistence.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { announce } from './announce.ts'
import { RouteFinder, type FoundRoute } from './find-route.ts'
import { originOf } from './origin.ts'
import { readQuery } from './query.ts'
import type { Question } from './question.ts'
import { BadBody, readContent } from './read-content.ts'
import { toReply, type Reply } from './reply.ts'
import {
  endedAnswer,
  errorAnswer,
  refusalAnswer,
  type RouteAnswer,
  type ControlParts,
  type Route,
} from './route.ts'

/** The control API of a sandbox, for any host. */
export class Control {
  readonly #finder: RouteFinder
  readonly #sandbox: Sandbox
  readonly #parts: ControlParts

  constructor(routes: readonly Route[], sandbox: Sandbox, parts: ControlParts) {
    this.#finder = new RouteFinder(routes)
    this.#sandbox = sandbox
    this.#parts = parts
  }

  /** Answers a request; errors that were not expected are thrown. */
  async reply(question: Question): Promise<Reply> {
    return toReply(await this.#attempt(question))
  }

  /** The answer, refusals included. */
  async #attempt(question: Question): Promise<RouteAnswer> {
    const found = this.#finder.find(question)
    if ('refused' in found) return found.refused
    const { left } = question
    try {
      return await this.#answer(question, found)
    } catch (error) {
      return left.aborted && error === left.reason ? endedAnswer(this.#parts) : toErrorAnswer(error)
    }
  }

  /** Returns the answer of the route, once everything that it tells is stored. */
  async #answer(question: Question, { route, params }: FoundRoute): Promise<RouteAnswer> {
    const sandbox = this.#sandbox
    const parts = this.#parts
    const query = readQuery(question.query, route.query)
    const content = await readContent(question, route, route.bodyLimit ?? limits.controlBytes.value)
    if (route.isLarge) await parts.largeAnswers.turnOf(question)
    // Read only now: other requests may have moved the clock while this body arrived.
    const machineMs = parts.clock.now()
    const { account: name } = params
    const account = name === undefined ? sandbox.first : sandbox.account(name)
    sandbox.syncClock(account, machineMs)
    const origin = originOf(question)
    const context = { sandbox, parts, account, params, query, ...content, machineMs, origin }
    const answer = await route.answer({ ...context, question })
    const isRead = answer.isRead ?? route.isRead ?? route.method === 'GET'
    // For a read, every change that it may have seen.
    await (isRead ? parts.persistence?.pending() : parts.persistence?.commit())
    const isChanged = !isRead && (answer.status ?? 200) < 300
    if (isChanged) announce(parts.events, account, params['action'])
    return answer
  }
}

/** @throws whatever is no refusal. */
function toErrorAnswer(error: unknown): RouteAnswer {
  if (error instanceof PersistenceError) {
    return errorAnswer(500, failureMessage(error), { code: 'database' })
  }
  if (!(error instanceof ActionError || error instanceof BadBody)) throw error
  return refusalAnswer(error)
}
