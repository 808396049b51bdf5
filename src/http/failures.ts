import type { Server } from 'node:http'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { replyMessage } from './reply.ts'

/** What Node would answer by itself, without a body: malformed HTTP, time-outs, expectations. */

type ParseFailure = Error & { code?: string }

const failures: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/** Makes the answers that never reach the app JSON like all others. */
export function answerFailures(server: Server): void {
  server.on('clientError', (error: ParseFailure, socket) => {
    const [status, message] = failures[error.code ?? ''] ?? [400, 'This is not well-formed HTTP.']
    endSocket(socket, status, message)
  })
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    replyMessage(response, 417, 'The only expectation that is met is 100-continue.', {
      Connection: 'close',
    })
  })
  server.on('connect', (_request, socket) => {
    endSocket(socket, 405, 'This is no proxy: CONNECT is not offered.', 'Allow: GET, POST\r\n')
  })
}

function endSocket(socket: Duplex, status: number, message: string, headers = ''): void {
  // An answer that has begun cannot be taken back; a second one would be read as its body.
  const hasBegun = (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent
  if (!socket.writable || hasBegun) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ message })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${headers}Connection: close\r\n\r\n${body}`,
  )
  socket.on('error', () => socket.destroy())
  // What the client still sends is thrown away, so that the answer is not lost in a reset.
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
