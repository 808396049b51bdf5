import type { ServerResponse } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Handler,
  type Request,
  type Response,
} from 'express'
import { contain, type Report } from '../contain.ts'
import type { Settings } from '../contract/settings.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { makeControl } from './control/control.ts'
import { answerDashboard, isDashboard } from './server/dashboard.ts'
import { defaultDate } from './server/date-text.ts'
import type { ControlParts } from './control/route.ts'
import { CONTROL, isControl, makeGuard, type Refusal } from './server/guard.ts'
import { replyMessage } from './server/reply.ts'
import { makeV1, type V1Parts } from './v1/v1.ts'

/** Builds the Express app that serves everything: guard, dashboard, control API and `/v1`. */
export function makeApp(
  sandbox: Sandbox,
  settings: Settings,
  parts: V1Parts & ControlParts,
): Express {
  const app = express()
  // The service sends no ETag (so no 304) and no X-Powered-By, and it matches paths exactly.
  app.disable('etag')
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  const guard = makeGuard(settings)
  const v1 = makeV1(sandbox, settings, { ...parts, answerCrash })

  // Built on first use: registering its routes takes 0.5 of the 2 ms that making the app takes, 4 ms on a cold start.
  let control: Handler | undefined
  app.use((request, response, next) => {
    if (settings.ui && isDashboard(request)) {
      const closed = guard.admitPage(request)
      return closed ? refuse(response, closed) : answerDashboard(request, response)
    }
    const closed = guard.admitControl(request)
    if (closed) return refuse(response, closed)
    control ??= makeControl(sandbox, settings, parts)
    return control(request, response, next)
  })
  const onCrashed: ErrorRequestHandler = (error, _request, response, _next) =>
    answerCrash(error, response)
  app.use(onCrashed)
  answerBeforeRouting(app, parts.onCrash, answer, (response) => refuse(response, noPath))
  return app

  /** Answers a request, unless Express is to route it. */
  function answer(request: Request, response: Response): boolean {
    // RFC 9112, 6.1: HTTP/1.0 has no chunked coding, so what follows on this connection is not safe to parse.
    if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
      response.shouldKeepAlive = false
    }
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else if (settings.ui && isLook(request) && !isDashboard(request)) refuse(response, signpost)
    else if (isControl(request) || (settings.ui && isDashboard(request))) return false
    // `/v1/aliases`, and 404 with a journal entry for every other path.
    else v1(request, response)
    return true
  }

  function refusalOf(request: Request): Refusal | undefined {
    // Node would print a warning about such a target to stderr when Express parses it.
    if (!request.url.startsWith('/')) return noPath
    return guard.admit(request)
  }

  function answerCrash(error: unknown, response: ServerResponse): void {
    const status = statusOf(error)
    if (status === 500) parts.onCrash(error)
    if (response.headersSent) return void response.destroy()
    const message =
      status === 500
        ? 'Internal error in the sandbox; see its log for the stack trace.'
        : 'The path contains an invalid percent-encoding.'
    replyMessage(response, status, message)
  }

  /** The account is not known yet, so the Date header comes from the clock of `default`. */
  function refuse(response: ServerResponse, { status, message }: Refusal): void {
    replyMessage(response, status, message, { Date: defaultDate(sandbox, parts.clock.now()) })
  }
}

/**
 * Someone looks at the address that was printed, with curl for example. It is no call of a client, which
 * has a key, so the journal leaves it out.
 */
function isLook({ url, method, headers }: Request): boolean {
  return url === '/' && (method === 'GET' || method === 'HEAD') && !headers.authorization
}

const signpost: Refusal = {
  status: 404,
  message: `This is alias-sandbox. The API is at /v1/aliases, the dashboard at ${CONTROL}/ (open it in a browser).`,
}

const noPath: Refusal = {
  status: 400,
  message: 'The request target must be a path that starts with /.',
}

type Handle = (request: Request, response: Response, next?: (error?: unknown) => void) => void

/**
 * Answers every request before Express's router, which would take 5 of the 50 µs of a creation. The
 * router sees only requests for which `answer` returns false; `answerUnrouted` answers those whose target
 * it cannot parse, which skip its handlers, the error handler included.
 */
function answerBeforeRouting(
  app: Express,
  report: Report,
  answer: (request: Request, response: Response) => boolean,
  answerUnrouted: (response: Response) => void,
): void {
  const inner = app as unknown as { handle: Handle }
  const { handle } = inner
  inner.handle = contain(
    report,
    (request: Request, response: Response, next: Parameters<Handle>[2]) => {
      if (answer(request, response)) return
      handle.call(app, request, response, next ?? (() => answerUnrouted(response)))
    },
    (_request, response) => response.destroy(),
  )
}

/** The error that Express throws for a path that it cannot decode carries the status 400. */
function statusOf(error: unknown): number {
  return error instanceof URIError || (error as { status?: number }).status === 400 ? 400 : 500
}
