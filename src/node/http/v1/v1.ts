import { msOf } from '../../../contract/history/entry-types.ts'
import type { ApiRequest, RequestEntry } from '../../../contract/history/entry.ts'
import { limits } from '../../../contract/limits.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ALIASES_PATH } from '../../../contract/operations.ts'
import { isOwnAnswer } from '../../../contract/faults.ts'
import type { Choices } from '../../../contract/choices/choices.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { Report } from '../../../core/contain.ts'
import { redact } from '../../../core/account/keys.ts'
import { NO_ROOM, type ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import { PersistenceError, type Persistence } from '../../../core/persistence.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { maskHeader } from '../../../text/mask.ts'
import { hasBody, takeBody, type BodyRead } from '../server/body.ts'
import type { Connections, Headers } from '../server/connections.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts'
import { defaultDate, makeDateText } from '../server/date-text.ts'
import { replyMessage } from '../server/reply.ts'
import type { Responder } from './respond.ts'
import { awaitDurable, replaceWithFailure } from './durability.ts'
import type { MachineClock } from '../../../core/clock/machine-clock.ts'

/** The parts that answer calls of `/v1` beside the sandbox itself. */
export type V1Parts = {
  clock: MachineClock
  responder: Responder
  received: ReceivedBytes
  connections: Connections
  /** Absent when all state is in memory. */
  persistence?: Persistence | undefined
  /** Called with unexpected errors. */
  onCrash: Report
}

const NO_BODY: BodyRead = { text: null }

/** Handles every path outside the control API: `/v1/aliases`, and 404 for all others. */
export function makeV1(
  sandbox: Sandbox,
  settings: Settings,
  parts: V1Parts & { answerCrash: (error: unknown, response: ServerResponse) => void },
) {
  const dateText = makeDateText()
  return (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    if (isPreflight(request) && answerPreflight(request, response)) return
    const arrived = parts.connections.arrivalOf(request)
    const answerSafely = (body: BodyRead) => {
      try {
        answer(body, { startedAt, arrived }, request, response)
      } catch (error) {
        parts.answerCrash(error, response)
      }
    }
    if (!hasBody(request)) return answerSafely(NO_BODY)
    const limit = limits.callBytes.value
    const take = (body: BodyRead, release: () => void) => {
      answerSafely(body)
      release()
    }
    takeBody({ request, limit, received: parts.received }, take, (why) => {
      if (why === 'no_room') replyMessage(response, 503, NO_ROOM)
      else response.destroy() // the client disconnected before its request was complete
    })
  }

  function answer(
    body: BodyRead,
    { startedAt, arrived }: { startedAt: number; arrived: number },
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { authorization } = request.headers
    const entry = sandbox.call(toApiRequest(request, body, parts.connections), authorization, {
      machineMs: parts.clock.now(),
      arrived,
      connection: parts.connections.of(request.socket),
    })
    // Read before waiting: a reset may remove the account while the change is being stored.
    const choice = sandbox.account(entry.account).choices.cors
    const stored = parts.persistence && awaitDurable(parts.persistence, sandbox, entry)
    if (stored === undefined) send(entry, choice, startedAt, request, response)
    else {
      stored
        .catch((error: unknown) => {
          if (!(error instanceof PersistenceError)) throw error
          replaceWithFailure(entry, error)
          sandbox.notify(entry)
        })
        .then(() => send(entry, choice, startedAt, request, response))
        .catch((error: unknown) => {
          parts.onCrash(error)
          response.destroy()
        })
    }
  }

  function send(
    entry: RequestEntry,
    choice: Choices['cors'],
    startedAt: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const headers: Record<string, string> = {
      Date: dateText(msOf(entry.at)),
      ...corsHeaders(request, choice, settings.corsOrigin),
      ...(settings.exposeHeaders && { 'x-alias-sandbox': `rule=${entry.outcome}` }),
    }
    if (isOwnAnswer(entry.outcome)) respondOwn(response, entry, headers)
    else parts.responder.respond(response, entry, { ...headers, ...entry.response.headers })
    entry.duration_ms = Math.round((performance.now() - startedAt) * 1_000) / 1_000
  }

  /** The names of own headers can have any letters; Node replaces what is set before, whatever its letters. */
  function respondOwn(
    response: ServerResponse,
    entry: RequestEntry,
    headers: Record<string, string>,
  ) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    parts.responder.respond(response, entry, { ...entry.response.headers })
  }

  /** A preflight carries no key, so the choice of the account `default` applies to all. */
  function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
    const choice = sandbox.account('default').choices.cors
    const headers = corsHeaders(request, choice, settings.corsOrigin)
    if (!headers?.['Access-Control-Allow-Origin']) return false
    const date = defaultDate(sandbox, parts.clock.now())
    response.writeHead(204, { Date: date, ...headers, ...preflightHeaders }).end()
    return true
  }
}

/** Headers that may carry secrets; the request log stores only the start and length of their values. */
const secretHeaders = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-access-token',
] as const

function toApiRequest(
  request: IncomingMessage,
  body: BodyRead,
  connections: Connections,
): ApiRequest {
  const { headers, method = '', url = '' } = request
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const received: ApiRequest = {
    method,
    path: path === ALIASES_PATH ? ALIASES_PATH : path, // one text for all entries
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: connections.headersOf(request, withoutSecrets),
    content_type: headers['content-type'],
    body: body.text,
  }
  if (body.unreadable) received.unreadable = body.unreadable
  return received
}

function withoutSecrets(headers: IncomingMessage['headers']): Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    if (secretHeaders.some((secret) => secret === name)) headers[name] = redact(String(value))
    else if (typeof value === 'string') headers[name] = maskHeader(name, value)
    else headers[name] = value.map((each) => maskHeader(name, each))
  }
  return headers as Headers // none is undefined: Node lists what was sent
}
