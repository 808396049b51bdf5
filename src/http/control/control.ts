import express, { type Request, type Response, type Router } from 'express'
import { actionRow, isActionName } from '../../contract/actions.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import { shortKey } from '../../contract/values/validation-issue.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { Settings } from '../../contract/settings.ts'
import { parseBody } from '../../contract/control/request-body.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { Account } from '../../core/account/account.ts'
import { PersistenceError } from '../../core/persistence.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { toIso } from '../../core/clock/times.ts'
import { toBytes } from '../../derived/messages.ts'
import { printable } from '../../text/escape.ts'
import { readBody, type BodyRead } from '../server/body.ts'
import { CONTROL } from '../server/guard.ts'
import { failureMessage } from '../v1/durability.ts'
import { originOf } from './origin.ts'
import { readQuery } from './query.ts'
import { replyMessage, replyText } from '../server/reply.ts'
import { errorAnswer, type Answer, type ControlParts, type Route } from './route.ts'
import { joined, sendPieces } from '../server/send-pieces.ts'
import { routes } from './routes.ts'

/** Longer responses are sent in pieces as the client reads them. */
const LARGE_CHARACTERS = 64 * 1_024

/** The groups of actions that may move an account's clock. */
const movesClock: readonly string[] = ['clock', 'whole']

/** The control API: every row of the route table, and JSON errors for all other requests. */
export function makeControl(sandbox: Sandbox, settings: Settings, parts: ControlParts): Router {
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
      const allow = allowed.join(', ')
      replyMessage(
        response,
        405,
        `Method ${request.method} is not allowed here (allowed: ${allow}).`,
        {
          Allow: allow,
        },
      )
    })
  }
  router.use(CONTROL, (request, response) => {
    replyMessage(
      response,
      404,
      `The control API has no route ${request.method} ${printable(request.originalUrl.split('?')[0] ?? '', 100)}.`,
    )
  })
  return router

  async function serve(route: Route, request: Request, response: Response): Promise<void> {
    if (route.isLarge) await waitForRoom(response)
    const answer = await attempt(route, request, response)
    if (!answer || answer.isStreamed || response.destroyed) return
    if (answer.status === 204) response.writeHead(204).end()
    else if (answer.text) sendText(response, answer.text)
    else {
      const pieces = answer.pieces ?? [JSON.stringify(answer.body)]
      const characters = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const { status = 200, headers = {} } = answer
      if (characters > LARGE_CHARACTERS) sendPieces(response, status, pieces, headers)
      else replyText(response, status, joined(pieces), headers)
      // Twice: the garbage from composing it stays in memory for a while.
      parts.unread.written(response, 2 * characters)
    }
  }

  /** Large responses are composed only when there is room for them. Never resolves if the client disconnects first. */
  function waitForRoom(response: Response): Promise<void> {
    return new Promise((resolve) => parts.unread.whenRoom(response, resolve))
  }

  /** Waits until the change is stored; for a read, until every change that it may have seen is stored. */
  async function awaitStored(route: Route, answer: Answer): Promise<void> {
    await (isRead(route, answer) ? parts.persistence?.pending() : parts.persistence?.commit())
  }

  /** Publishes what the route changed as events. The sandbox itself publishes calls of `/v1`. */
  function notify(route: Route, request: Request, account: Account, answer: Answer): void {
    if (isRead(route, answer) || (answer.status ?? 200) >= 300) return
    const { action } = request.params
    if (typeof action !== 'string') parts.events.publish('accounts', null, () => ({}))
    else {
      const { name } = account
      parts.events.publish('action', name, () => ({
        action,
        account: name,
        now: toIso(account.now),
      }))
      if (isActionName(action) && movesClock.includes(actionRow(action).group)) {
        parts.events.publish('clock', name, () => ({
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
      const { takesBytes: asBytes = false } = route
      const received = await readBody({ request, response, limit, bodies: parts.bodies, asBytes })
      release = received.release
      if (!received.read) return undefined
      const { text, bytes = toBytes('{}') } = readable(received.read, request, limit)
      received.read = undefined // frees the text
      const body = text ? parseBody(text) : {}
      // Read only now: other requests may have moved the clock while this body arrived.
      const machineMs = parts.clock.now()
      const accountName = request.params['account']
      const account = sandbox.account(typeof accountName === 'string' ? accountName : 'default')
      sandbox.syncClock(account, machineMs)
      const params = request.params as Record<string, string>
      const input = { params, query, body, bytes, machineMs, origin: originOf(request) }
      const context = { sandbox, settings, parts, account, ...input, response }
      const answer = await route.answer(context)
      await awaitStored(route, answer)
      notify(route, request, account, answer)
      return answer
    } catch (error) {
      if (error instanceof PersistenceError) {
        return errorAnswer(500, failureMessage(error), { code: 'database' })
      }
      if (!(error instanceof ActionError || error instanceof BadBody)) throw error
      const { field, reason } = error
      return errorAnswer(error.status, error.message, {
        reason,
        field: field === undefined ? undefined : shortKey(field),
      })
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

/** A route with scope `account` has two paths: one for `default`, one under the account's name. */
function pathsOf(route: Route): string[] {
  const paths = [`${CONTROL}/${route.path}`]
  if (route.scope === 'account') paths.push(`${CONTROL}/accounts/:account/${route.path}`)
  return paths
}

function isRead(route: Route, answer: Answer): boolean {
  return answer.isRead ?? route.isRead ?? (route.method === 'GET' || route.method === 'HEAD')
}

function verbOf({ method }: Route) {
  return method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'delete'
}

/** Of an encoding that is not taken here, for which an action has no status. */
class BadBody extends Error {
  readonly status = 415
  readonly field = undefined
  readonly reason = undefined
}

/** The body of a control request. @throws ActionError, BadBody */
function readable(read: BodyRead, request: Request, limit: number): BodyRead {
  const { text, bytes, unreadable } = read
  if (!unreadable && !text && !bytes?.length) return { text }
  if (unreadable === 'too_large')
    throw new ActionError(413, `The request body exceeds ${limit} bytes.`)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    const message = `Content-Encoding ${formatValue(encoding)} is not supported; send uncompressed JSON.`
    throw new BadBody(message)
  }
  if (unreadable === 'not_utf8') throw new ActionError(400, 'The request body is not valid UTF-8.')
  return read
}
