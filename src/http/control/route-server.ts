import type { Request, Response } from 'express'
import { ActionError } from '../../contract/control/action-error.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import type { Settings } from '../../contract/settings.ts'
import { failureMessage, PersistenceError } from '../../core/persistence.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { readBody } from '../server/body.ts'
import { announce } from './announce.ts'
import { BadBody, toContent, type Content } from './content.ts'
import { originOf } from './origin.ts'
import { readQuery, type Query } from './query.ts'
import {
  errorAnswer,
  refusalAnswer,
  type Answer,
  type AnyContext,
  type ControlParts,
  type Route,
} from './route.ts'
import { sendAnswer } from './send-answer.ts'

/** Answers requests to the routes of the control API. */
export class RouteServer {
  readonly #sandbox: Sandbox
  readonly #settings: Settings
  readonly #parts: ControlParts

  constructor(sandbox: Sandbox, settings: Settings, parts: ControlParts) {
    this.#sandbox = sandbox
    this.#settings = settings
    this.#parts = parts
  }

  async serve(route: Route, request: Request, response: Response): Promise<void> {
    if (route.isLarge) await this.#waitForRoom(response)
    const answer = await this.#attempt(route, request, response)
    if (!answer || answer.isStreamed || response.destroyed) return
    const characters = sendAnswer(response, answer)
    // Twice: the garbage from composing it stays in memory for a while.
    if (characters > 0) this.#parts.unread.written(response, 2 * characters)
  }

  /** Large responses are composed only when there is room for them. Never resolves if the client disconnects first. */
  #waitForRoom(response: Response): Promise<void> {
    return new Promise((resolve) => this.#parts.unread.whenRoom(response, resolve))
  }

  /** The answer, errors included; undefined if the client is gone. */
  async #attempt(route: Route, request: Request, response: Response): Promise<Answer | undefined> {
    const limit = route.bodyLimit ?? inputBounds.controlBodyBytes.max
    const { takesBytes: asBytes = false } = route
    let release = () => {}
    try {
      const query = readQuery(request.originalUrl, route.query)
      const { received } = this.#parts
      const body = await readBody({ request, response, limit, received, asBytes })
      release = body.release
      if (!body.read) return undefined
      const content = toContent(body.read, request, limit)
      body.read = undefined // frees the text
      return await this.#answer(route, request, response, { query, ...content })
    } catch (error) {
      return toErrorAnswer(error)
    } finally {
      release()
    }
  }

  /** What the route answers, once everything that its answer tells is stored. */
  async #answer(
    route: Route,
    request: Request,
    response: Response,
    asked: Content & { query: Query },
  ): Promise<Answer> {
    const sandbox = this.#sandbox
    const settings = this.#settings
    const parts = this.#parts
    // Read only now: other requests may have moved the clock while this body arrived.
    const machineMs = parts.clock.now()
    const params = request.params as AnyContext['params']
    const account = sandbox.account(params['account'] ?? 'default')
    sandbox.syncClock(account, machineMs)
    const origin = originOf(request)
    const context = { sandbox, settings, parts, account, params, ...asked, machineMs, origin }
    const answer = await route.answer({ ...context, response })
    const isRead = answer.isRead ?? route.isRead ?? /^(?:GET|HEAD)$/.test(route.method)
    // For a read, every change that it may have seen.
    await (isRead ? parts.persistence?.pending() : parts.persistence?.commit())
    const isChanged = !isRead && (answer.status ?? 200) < 300
    if (isChanged) announce(parts.events, account, params['action'])
    return answer
  }
}

/** @throws whatever is no refusal. */
function toErrorAnswer(error: unknown): Answer {
  if (error instanceof PersistenceError) {
    return errorAnswer(500, failureMessage(error), { code: 'database' })
  }
  if (!(error instanceof ActionError || error instanceof BadBody)) throw error
  return refusalAnswer(error)
}
