import express, {
  type ErrorRequestHandler,
  type Express,
  type Handler,
  type Request,
  type Response,
} from 'express'
import { contain, type Report } from '../contain.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { makeControl } from './control/control.ts'
import { answerDashboard, isDashboard } from './server/dashboard.ts'
import { defaultDate } from './server/date-text.ts'
import type { ControlOptions } from './control/route.ts'
import { isControl, makeGuard, type GuardOptions, type Refusal } from './server/guard.ts'
import { replyMessage } from './server/reply.ts'
import { makeV1, type V1Options } from './v1/v1.ts'

export type AppOptions = GuardOptions &
  V1Options &
  ControlOptions & {
    /** Is the dashboard served? */
    ui: boolean
  }

/** The whole HTTP face as one Express app: guard, control API, `/v1`. */
export function makeApp(sandbox: Sandbox, options: AppOptions): Express {
  const app = express()
  // Express sends none of what the service does not: no ETag (and so no 304), no X-Powered-By;
  // paths are matched to the letter.
  app.disable('etag')
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  const guard = makeGuard(options)
  const v1 = makeV1(sandbox, options)

  app.use((request, response, next) => {
    // RFC 9112, 6.1: HTTP/1.0 knows no chunks, so nothing behind them can be trusted.
    if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
      response.shouldKeepAlive = false
    }
    const refusal = guard.admit(request)
    if (refusal) return refuse(response, refusal)
    if (options.ui && isDashboard(request)) {
      const closed = guard.admitPage(request)
      return closed ? refuse(response, closed) : answerDashboard(request, response)
    }
    const closed = isControl(request) ? guard.admitControl(request) : undefined
    return closed ? refuse(response, closed) : next()
  })
  app.all('/v1/aliases', v1)
  // Made when it is first asked for: its routes cost a start 0.5 ms of 2, and the first one 4 ms.
  let control: Handler | undefined
  app.use((request, response, next) => {
    if (!isControl(request)) return next()
    control ??= makeControl(sandbox, options)
    return control(request, response, next)
  })
  app.use(v1) // every other path: 404, and a line in the journal
  const crashed: ErrorRequestHandler = (error, _request, response, _next) => {
    const status = statusOf(error)
    if (status === 500) options.onCrash(error)
    if (response.headersSent) response.destroy()
    else
      replyMessage(
        response,
        status,
        status === 500 ? 'The sandbox failed; its log says why.' : 'Malformed path.',
      )
  }
  app.use(crashed)
  answerUnrouted(app, options.onCrash, (response) => {
    refuse(response, { status: 400, message: 'The request target has to be a path.' })
  })
  return app

  /** No account is known yet: it is dated by the clock of `default`. */
  function refuse(response: Response, { status, message }: Refusal): void {
    replyMessage(response, status, message, { Date: defaultDate(sandbox, options.now()) })
  }
}

type Handle = (request: Request, response: Response, next?: (error?: unknown) => void) => void

/**
 * A target that Express cannot take apart, such as `http://%@x/`, gets past every handler, the guard
 * and those for errors too, to a page in HTML. It gets `answer` instead, and what is no path at all
 * gets it at once, or Node would warn of it on our standard error.
 */
function answerUnrouted(app: Express, report: Report, answer: (response: Response) => void): void {
  const inner = app as unknown as { handle: Handle }
  const { handle } = inner
  inner.handle = contain(
    report,
    (
      request: Request,
      response: Response,
      next: Parameters<Handle>[2] = () => answer(response),
    ) => {
      if (request.url.startsWith('/')) handle.call(app, request, response, next)
      else answer(response)
    },
    (_request, response) => response.destroy(),
  )
}

/** Express refuses paths that cannot be decoded with an error that has a status. */
function statusOf(error: unknown): number {
  return error instanceof URIError || (error as { status?: number }).status === 400 ? 400 : 500
}
