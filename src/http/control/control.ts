import express, { type Request, type Response, type Router } from 'express'
import type { Settings } from '../../contract/settings.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { printable } from '../../text/escape.ts'
import { maskPath } from '../../text/mask.ts'
import { CONTROL } from '../server/guard.ts'
import { replyMessage } from '../server/reply.ts'
import type { ControlParts, Route } from './route.ts'
import { RouteServer } from './route-server.ts'
import { routes } from './routes.ts'

/** The control API: every row of the route table, and JSON errors for all other requests. */
export function makeControl(sandbox: Sandbox, settings: Settings, parts: ControlParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true })
  const server = new RouteServer(sandbox, settings, parts)
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      methods.set(path, [...(methods.get(path) ?? []), route.method])
      router[verbOf(route)](path, (request, response) => server.serve(route, request, response))
    }
  }
  for (const [path, allowed] of methods) {
    router.all(path, (request, response) => refuseMethod(request, response, allowed.join(', ')))
  }
  router.use(CONTROL, refusePath)
  return router
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
