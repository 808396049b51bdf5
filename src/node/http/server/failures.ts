import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ControlErrorCode } from '../../../contract/control-errors.ts'
import { limits } from '../../../contract/limits.ts'
import { contain, type Report } from '../../../core/contain.ts'
import { headersTooLarge, NOT_HTTP } from '../../../service/refusals.ts'
import { addressOf, trackCarriers } from './carriers.ts'
import type { Pipelines } from './pipelines.ts'
import { replyMessage } from './reply.ts'
import { setImmediate, setTimeout } from '../../real-timers.ts'

type ParseFailure = Error & { code?: string }

/** The largest body that any route accepts; clients with a larger one get no 100 Continue. */
const MAX_BODY = limits.stateBytes.value

const failures: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [headersTooLarge.status, headersTooLarge.message],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
}

/**
 * Answers in JSON what Node would otherwise answer itself, without a body: malformed HTTP, timeouts,
 * expectations and CONNECT. `date` returns the Date header.
 */
export function answerFailures(
  server: Server,
  pipelines: Pipelines,
  date: () => string,
  report: Report,
): void {
  const failed = new WeakSet<Duplex>()
  server.on('clientError', (error: ParseFailure, socket) => {
    // The bytes after the first error fail to parse as well; answer only once.
    if (failed.has(socket)) return
    failed.add(socket)
    // A handshake failed: the client does not speak TLS, or does not trust the certificate.
    if (!pipelines.has(socket)) return void socket.destroy()
    const [status, message] = failures[error.code ?? ''] ?? [400, NOT_HTTP]
    const answer = () => endSocket(socket, status, { message }, { Date: date() })
    afterPending(
      pipelines,
      socket,
      contain(report, answer, () => socket.destroy()),
    )
  })
  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
  ) => {
    const headers = { Date: date(), Connection: 'close' }
    pipelines.add(request, response, () => replyMessage(response, status, message, headers))
  }
  const answerExpectation = (request: IncomingMessage, response: ServerResponse) => {
    refuse(request, response, 417, 'The only supported Expect value is 100-continue.')
  }
  const answerContinue = (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) {
      refuse(request, response, 413, `The request body exceeds ${MAX_BODY} bytes.`)
      return
    }
    response.writeContinue()
    server.emit('request', request, response)
  }
  const answerConnect = (_request: IncomingMessage, socket: Duplex) => {
    const headers = { Date: date(), Allow: 'GET, POST' }
    const message = 'Method CONNECT is not allowed: this server is not a proxy.'
    endSocket(socket, 405, { message }, headers)
  }
  const hangUp = (_request: IncomingMessage, connection: { destroy: () => unknown }) => {
    connection.destroy()
  }
  server.on('checkExpectation', contain(report, answerExpectation, hangUp))
  server.on('checkContinue', contain(report, answerContinue, hangUp))
  server.on('connect', contain(report, answerConnect, hangUp))
}

/** Answers clients that send HTTP without TLS to a server of HTTPS. The code tells them that a sandbox is here. */
export function answerPlainHttp(server: Server, date: () => string): void {
  const carriers = trackCarriers(server)
  const message = 'This port speaks HTTPS: the URL must begin with https://.'
  // Before Node makes a clientError of it, which destroys the connection.
  server.prependListener('tlsClientError', (error: ParseFailure, socket: Socket) => {
    const carrier = carriers.get(addressOf(socket))
    if (error.code !== 'ERR_SSL_HTTP_REQUEST' || !carrier) return
    endSocket(carrier, 400, { message, code: 'bad_request' }, { Date: date() })
  })
}

/**
 * Calls `act` after the complete requests before the broken one have been answered; an error sent earlier
 * would look like the response to one of them. Does not call it when the broken request has been
 * answered already: the client would take a second response for that of its next request.
 */
function afterPending(pipelines: Pipelines, socket: Duplex, act: () => void): void {
  const pending = pipelines.responseOn(socket)
  if (pending?.req.complete) {
    // In the next turn, when the next response is the first of them.
    pending.once('finish', () => setImmediate(() => afterPending(pipelines, socket, act)))
    return
  }
  const isBroken = pipelines.latestOn(socket)?.complete === false
  if (!isBroken || pending?.headersSent === false) act()
  else if (pending?.writableEnded === false) socket.destroy()
  else {
    socket.end()
    drain(socket)
  }
}

function endSocket(
  socket: Duplex,
  status: number,
  told: { message: string; code?: ControlErrorCode },
  headers: Record<string, string>,
): void {
  socket.on('error', () => socket.destroy()) // Node has detached the socket, so nobody else handles errors
  if (!socket.writable) return // the last response is being sent
  const body = JSON.stringify(told)
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  drain(socket)
}

/** Discards what the client still sends: a reset connection would lose the last response. */
function drain(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
