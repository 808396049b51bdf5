import { limits } from '../../../contract/limits.ts'
import type { Request, Response } from 'express'
import { ActionError } from '../../../contract/control/action-error.ts'
import type { Settings } from '../../../contract/settings.ts'
import { failureMessage, PersistenceError } from '../../../core/persistence.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { readBody } from '../server/body.ts'
import { whenLeft } from '../server/when-left.ts'
import { announce } from '../../../control/announce.ts'
import { BadBody, toContent, type Content } from './content.ts'
import { originOf } from '../../../control/origin.ts'
import { readQuery } from '../../../control/query.ts'
import {
  endedAnswer,
  errorAnswer,
  refusalAnswer,
  type Answer,
  type AnyContext,
  type ControlParts,
  type Route,
} from '../../../control/route.ts'
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
    const answer = await this.#attempt(route, request, response)
    if (!answer || answer.isStreamed || response.destroyed) return
    sendAnswer(response, answer)
    this.#parts.largeAnswers.hurry()
    this.#parts.derivedAnswers.hurry()
  }

  /** The answer, errors included; undefined if the client is gone. */
  async #attempt(route: Route, request: Request, response: Response): Promise<Answer | undefined> {
    const limit = route.bodyLimit ?? limits.controlBytes.value
    const { takesBytes: asBytes = false } = route
    const { left, stop } = this.#watch(response)
    let release = () => {}
    try {
      const query = readQuery(request.originalUrl, route.query)
      const { received } = this.#parts
      const body = await readBody({ request, response, limit, received, asBytes })
      release = body.release
      if (!body.read) return undefined
      const content = toContent(body.read, request, limit)
      body.read = undefined // frees the text
      if (route.isLarge) await this.#parts.largeAnswers.turnOf(response, left)
      return await this.#answer(route, request, response, { query, ...content, left })
    } catch (error) {
      return left.aborted && error === left.reason ? endedAnswer(this.#parts) : toErrorAnswer(error)
    } finally {
      stop()
      release()
    }
  }

  /** The signal is aborted when the client leaves or the sandbox closes, until `stop` is called. */
  #watch(response: Response): { left: AbortSignal; stop: () => void } {
    const { closing } = this.#parts
    const left = new AbortController()
    const leave = () => left.abort()
    const stopWatching = whenLeft(response, leave)
    closing.addEventListener('abort', leave)
    if (closing.aborted) leave()
    return {
      left: left.signal,
      stop() {
        stopWatching()
        closing.removeEventListener('abort', leave)
      },
    }
  }

  /** What the route answers, once everything that its answer tells is stored. */
  async #answer(
    route: Route,
    request: Request,
    response: Response,
    asked: Content & Pick<AnyContext, 'query' | 'left'>,
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
