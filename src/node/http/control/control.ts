import type { RequestListener, ServerResponse } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Settings } from '../../../contract/settings.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { printable } from '../../../text/escape.ts'
import { maskPath } from '../../../text/mask.ts'
import { CONTROL, type Guard, type Refusal } from '../server/guard.ts'
import { replyMessage } from '../server/reply.ts'
import { answerDashboard, isDashboard } from './dashboard.ts'
import type { ControlParts, Route } from '../../../control/route.ts'
import { RouteServer } from './route-server.ts'
import { routes } from '../../../control/routes.ts'

/** What the control API shares with the rest of the server. */
type Shared = {
  guard: Guard
  refuse: (response: ServerResponse, refusal: Refusal) => void
  answerCrash: (error: unknown, response: ServerResponse) => void
}

/**
 * The control API and the dashboard: every row of the route table, and JSON errors for all other requests. Each
 * request is answered by one of these handlers, so Express never gets to its own last one.
 */
export function makeControl(
  sandbox: Sandbox,
  settings: Settings,
  parts: ControlParts & Shared,
): RequestListener {
  const app = express()
  app.disable('etag')
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(admit(settings, parts))
  addRoutes(app, new RouteServer(sandbox, settings, parts))
  app.use(refusePath)
  app.use(answerError(parts))
  return app
}

/** Answers for the dashboard; passes on what may use the control API. */
function admit({ ui }: Settings, { guard, refuse }: Shared): RequestHandler {
  return (request, response, next) => {
    const isPage = ui && isDashboard(request)
    const closed = isPage ? guard.admitPage(request) : guard.admitControl(request)
    if (closed) refuse(response, closed)
    else if (isPage) answerDashboard(request, response)
    else next()
  }
}

function addRoutes(app: Express, server: RouteServer): void {
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      methods.set(path, [...(methods.get(path) ?? []), route.method])
      app[verbOf(route)](path, (request, response) => server.serve(route, request, response))
    }
  }
  for (const [path, allowed] of methods) {
    app.all(path, (request, response) => refuseMethod(request, response, allowed.join(', ')))
  }
}

/** A route of an account has two paths: one for `default`, one under the account's name. */
function pathsOf({ path, ofAccount }: Route): string[] {
  const own = `${CONTROL}/${path}`
  return ofAccount ? [own, `${CONTROL}/accounts/:account/${path}`] : [own]
}

function verbOf({ method }: Route) {
  return method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'delete'
}

function refuseMethod(request: Request, response: Response, allow: string): void {
  const message = `Method ${request.method} is not allowed here (allowed: ${allow}).`
  replyMessage(response, 405, message, { Allow: allow })
}

function refusePath(request: Request, response: Response): void {
  const path = printable(maskPath(request.originalUrl.split('?')[0] ?? ''), 100)
  replyMessage(response, 404, `The control API has no route ${request.method} ${path}.`)
}

function answerError({ answerCrash }: Shared): ErrorRequestHandler {
  return (error: { status?: number }, _request, response, _next) => {
    // Of a path that Express cannot decode.
    if (error.status !== 400) answerCrash(error, response)
    else replyMessage(response, 400, 'The path contains an invalid percent-encoding.')
  }
}
