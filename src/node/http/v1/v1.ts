import type { ApiRequest, RequestEntry } from '../../../contract/history/entry.ts'
import { limits } from '../../../contract/limits.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ALIASES_PATH } from '../../../contract/operations.ts'
import { isOwnAnswer } from '../../../contract/faults.ts'
import type { Choices } from '../../../contract/choices/choices.ts'
import { NO_ROOM, type ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import { PersistenceError, type Persistence } from '../../../core/persistence.ts'
import { hasBody, takeBody, type BodyRead } from '../server/body.ts'
import type { Connections } from '../server/connections.ts'
import { toReceivedHeaders } from '../../../service/received-headers.ts'
import type { Service } from '../../../service/service.ts'
import { V1Headers } from '../../../service/v1-headers.ts'
import { replyMessage } from '../server/reply.ts'
import type { Responder } from './respond.ts'
import { awaitDurable, replaceWithFailure } from './durability.ts'

/** The parts of a port that answer calls of `/v1`. */
export type V1Parts = {
  responder: Responder
  received: ReceivedBytes
  connections: Connections
  /** Absent when all state is in memory. */
  persistence?: Persistence | undefined
}

const NO_BODY: BodyRead = { text: null }

/** Handles every path outside the control API: `/v1/aliases`, and 404 for all others. */
export function makeV1(
  { sandbox, settings, clock, onCrash }: Service,
  parts: V1Parts & { answerCrash: (error: unknown, response: ServerResponse) => void },
) {
  const v1Headers = new V1Headers(sandbox, settings, clock)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const preflight =
      request.method === 'OPTIONS' ? v1Headers.ofPreflight(toAsked(request)) : undefined
    if (preflight) return void response.writeHead(204, preflight).end()
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
      machineMs: clock.now(),
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
          onCrash(error)
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
    const headers = v1Headers.of(entry, request.headers, choice)
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
}

function toAsked({ method = '', headers }: IncomingMessage) {
  return { method, headers }
}

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
    headers: connections.headersOf(request, toReceivedHeaders),
    content_type: headers['content-type'],
    body: body.text,
  }
  if (body.unreadable) received.unreadable = body.unreadable
  return received
}
