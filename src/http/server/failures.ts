import type { IncomingMessage, Server } from 'node:http'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { inputBounds } from '../../contract/bounds.ts'
import { contain, type Report } from '../../contain.ts'
import { replyMessage } from './reply.ts'

/** What Node would answer by itself, without a body: malformed HTTP, time-outs, expectations. */

type ParseFailure = Error & { code?: string }
/** A connection of Node's server: the answer that is being given, the request that is being read. */
type Connection = Duplex & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/** No route takes a larger one: nobody is told to go on sending it. */
const MAX_BODY = inputBounds.stateBytes.max

const failures: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/** Makes the answers that never reach the app JSON like all others; `date` is their Date header. */
export function answerFailures(server: Server, date: () => string, report: Report): void {
  const failed = new WeakSet<Duplex>()
  server.on('clientError', (error: ParseFailure, socket) => {
    // What comes after the first error fails to parse as well, and is told once.
    if (failed.has(socket)) return
    failed.add(socket)
    const [status, message] = failures[error.code ?? ''] ?? [400, 'This is not well-formed HTTP.']
    const answer = () => endSocket(socket, status, message, { Date: date() })
    afterPending(
      socket,
      contain(report, answer, () => socket.destroy()),
    )
  })
  const answerExpectation = (_request: IncomingMessage, response: ServerResponse) => {
    replyMessage(response, 417, 'The only expectation that is met is 100-continue.', {
      Date: date(),
      Connection: 'close',
    })
  }
  const answerContinue = (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) {
      const message = `No body may be larger than ${MAX_BODY} bytes.`
      replyMessage(response, 413, message, { Date: date(), Connection: 'close' })
      return
    }
    response.writeContinue()
    server.emit('request', request, response)
  }
  const answerConnect = (_request: IncomingMessage, socket: Duplex) => {
    const headers = { Date: date(), Allow: 'GET, POST' }
    endSocket(socket, 405, 'This is no proxy: CONNECT is not offered.', headers)
  }
  const hangUp = (_request: IncomingMessage, connection: { destroy: () => unknown }) => {
    connection.destroy()
  }
  server.on('checkExpectation', contain(report, answerExpectation, hangUp))
  server.on('checkContinue', contain(report, answerContinue, hangUp))
  server.on('connect', contain(report, answerConnect, hangUp))
}

/**
 * Acts once the requests that came whole have their answers: what cannot be parsed came behind them,
 * and an error in their place would tell the client that they failed. Does not act when the broken
 * request has its answer already: a second one would be taken for that of the next.
 */
function afterPending(socket: Connection, act: () => void): void {
  const pending = socket._httpMessage
  if (pending?.req.complete) {
    pending.once('finish', () => afterPending(socket, act))
    return
  }
  const broken = socket.parser?.incoming
  if (!broken || broken.complete || pending?.headersSent === false) act()
  else if (pending?.writableEnded === false) socket.destroy()
  else {
    socket.end()
    drain(socket)
  }
}

function endSocket(
  socket: Duplex,
  status: number,
  message: string,
  headers: Record<string, string>,
): void {
  socket.on('error', () => socket.destroy()) // nobody else listens to a socket that Node gave away
  if (!socket.writable) return // its last answer is on the way
  const body = JSON.stringify({ message })
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

/** What the client still sends is thrown away, so that the last answer is not lost in a reset. */
function drain(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
