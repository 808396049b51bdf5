import express, { type Request, type Response, type Router } from 'express'
import { actionRow, isActionName } from '../../contract/actions.ts'
import { inputBounds } from '../../contract/bounds.ts'
import { shortKey } from '../../contract/validation-issue.ts'
import { formatValue } from '../../contract/invalid-choice.ts'
import { parseJson } from '../../contract/value-limits.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { Account } from '../../core/account/account.ts'
import { PersistenceError } from '../../core/persistence.ts'
import { ActionError } from '../../contract/action-error.ts'
import { toIso } from '../../core/clock/times.ts'
import { printable } from '../../text/escape.ts'
import { readBody, type BodyRead } from '../server/body.ts'
import { CONTROL } from '../server/guard.ts'
import { failureMessage } from '../v1/durability.ts'
import { readQuery } from './query.ts'
import { replyMessage, replyText } from '../server/reply.ts'
import type { Answer, ControlOptions, Route } from './route.ts'
import { sendPieces } from '../server/send-pieces.ts'
import { routes } from './routes.ts'

/** Beyond it, an answer is sent in pieces as it is read. */
const LARGE_CHARACTERS = 64 * 1_024

/** Groups of actions after which an account's clock may stand elsewhere. */
const movesClock: readonly string[] = ['clock', 'whole']

/** The control API: every row of the route table, and JSON errors for what is in none. */
export function makeControl(sandbox: Sandbox, options: ControlOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true })
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      methods.set(path, [...(methods.get(path) ?? []), route.method])
      router[verbOf(route)](path, (request, response) => serve(route, request, response))
    }
  }
  for (const [path, allowed] of methods) {
    router.all(path, (request, response) => {
      replyMessage(response, 405, `${request.method} is not offered here.`, {
        Allow: allowed.join(', '),
      })
    })
  }
  router.use(CONTROL, (request, response) => {
    replyMessage(
      response,
      404,
      `There is no ${request.method} ${printable(request.originalUrl.split('?')[0] ?? '', 100)}.`,
    )
  })
  return router

  async function serve(route: Route, request: Request, response: Response): Promise<void> {
    if (route.isLarge) await room(response)
    const answer = await attempt(route, request, response)
    if (!answer || answer.isStreamed || response.destroyed) return
    if (answer.status === 204) response.writeHead(204).end()
    else if (answer.text) sendText(response, answer.text)
    else {
      const pieces = answer.pieces ?? [JSON.stringify(answer.body)]
      const characters = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const { status = 200, headers = {} } = answer
      if (characters > LARGE_CHARACTERS) sendPieces(response, status, pieces, headers)
      else replyText(response, status, pieces.join(''), headers)
      // Twice: what was needed to make it is garbage for a while.
      options.unread.written(response, 2 * characters)
    }
  }

  /** What is large is composed only when there is room for it; never when the client goes away before. */
  function room(response: Response): Promise<void> {
    return new Promise((resolve) => options.unread.whenRoom(response, resolve))
  }

  /** Waits until the change is stored, or, for a read, until the changes are that it may have seen. */
  async function awaitStored(route: Route): Promise<void> {
    await (isRead(route) ? options.persistence?.pending() : options.persistence?.commit())
  }

  /** Tells those who watch what was done; calls of `/v1` are told by the sandbox. */
  function notify(
    route: Route,
    request: Request,
    account: Account,
    { status = 200 }: Answer,
  ): void {
    if (isRead(route) || status >= 300) return
    const { action } = request.params
    if (typeof action !== 'string') options.events.publish('accounts', null, () => ({}))
    else {
      const { name } = account
      options.events.publish('action', name, () => ({
        action,
        account: name,
        now: toIso(account.now),
      }))
      if (isActionName(action) && movesClock.includes(actionRow(action).group)) {
        options.events.publish('clock', name, () => ({
          account: name,
          now: toIso(account.now),
          mode: account.state.clock.mode,
          scale: account.state.clock.scale,
        }))
      }
    }
  }

  async function attempt(
    route: Route,
    request: Request,
    response: Response,
  ): Promise<Answer | undefined> {
    const limit = route.bodyLimit ?? inputBounds.controlBodyBytes.max
    let release = () => {}
    try {
      const query = readQuery(request.originalUrl, route.parameters ?? [])
      const received = await readBody({ request, response, limit, bodies: options.bodies })
      release = received.release
      const body = received.read && parseBody(received.read, request, limit)
      received.read = undefined // the text is needed no more
      if (!body) return undefined
      // Only now: a slow body would bring an old time, and other requests have moved clocks since.
      const machineMs = options.now()
      const accountName = request.params['account']
      const account = sandbox.account(typeof accountName === 'string' ? accountName : 'default')
      sandbox.syncClock(account, machineMs)
      const params = request.params as Record<string, string>
      const context = { sandbox, account, params, query, body, machineMs, options, response }
      const answer = await route.answer(context)
      await awaitStored(route)
      notify(route, request, account, answer)
      return answer
    } catch (error) {
      if (error instanceof PersistenceError) {
        return { status: 500, body: { message: failureMessage(error) } }
      }
      if (!(error instanceof ActionError || error instanceof BadBody)) throw error
      const field = error instanceof ActionError ? error.field : undefined
      const body = {
        message: error.message,
        ...(field !== undefined && { field: shortKey(field) }),
      }
      return { status: error.status, body }
    } finally {
      release()
    }
  }
}

function sendText(response: Response, { type, content }: NonNullable<Answer['text']>): void {
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(content),
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(content)
}

/** A route about an account stands twice: for `default`, and under the account's name. */
function pathsOf(route: Route): string[] {
  const paths = [`${CONTROL}/${route.path}`]
  if (route.scope === 'account') paths.push(`${CONTROL}/accounts/:account/${route.path}`)
  return paths
}

function isRead(route: Route): boolean {
  return route.isRead ?? (route.method === 'GET' || route.method === 'HEAD')
}

function verbOf({ method }: Route) {
  return method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'delete'
}

class BadBody extends Error {
  readonly status: 400 | 413 | 415

  constructor(status: 400 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** A control body: one JSON object, or nothing. */
function parseBody(
  { text, unreadable }: BodyRead,
  request: Request,
  limit: number,
): Record<string, unknown> {
  if (!unreadable && !text) return {}
  if (unreadable === 'too_large') throw new BadBody(413, `The body is larger than ${limit} bytes.`)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    const message = `Compressed bodies are not read (Content-Encoding ${formatValue(encoding)}); send plain JSON.`
    throw new BadBody(415, message)
  }
  if (unreadable === 'not_utf8' || text === null)
    throw new BadBody(400, 'The body is not UTF-8 text.')
  const parsed = parseJson(text)
  if (!parsed.ok) throw new BadBody(400, `The body ${parsed.problem}.`)
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadBody(400, 'The body has to be a JSON object.')
  }
  return value as Record<string, unknown>
}
