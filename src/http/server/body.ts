import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyMessage } from './reply.ts'
import type { ReceivedBodies } from './received-bodies.ts'

export type BodyRead = { text: string | null; unreadable?: 'too_large' | 'not_utf8' }

/**
 * A body that is too large is read up to this many times the limit before it is answered. A larger
 * Content-Length is answered at once.
 */
const READ_LIMITS = 16

const EMPTY = Buffer.alloc(0)
const TIMEOUT_MESSAGE = 'The request was not complete in time.'

export type BodyOptions = {
  request: IncomingMessage
  response: ServerResponse
  limit: number
  bodies: ReceivedBodies
}

/**
 * Reads a body as text, up to `limit` bytes. `read` is undefined when the client disconnects first or was
 * cut off. Call `release` when the text is no longer needed.
 */
export function readBody(
  options: BodyOptions,
): Promise<{ read: BodyRead | undefined; release: () => void }> {
  if (!hasBody(options.request)) return Promise.resolve({ read: { text: null }, release: () => {} })
  return new Promise((resolve) => {
    const release = takeBody(
      options,
      (read) => resolve({ read, release: () => release() }), // may run before `release` is assigned
      () => resolve({ read: undefined, release: () => release() }),
    )
  })
}

/**
 * The same with callbacks instead of a promise; returns `release`. Bytes beyond the limit are read and
 * discarded until the request times out: a client that is cut off while it writes would see a reset
 * connection instead of the response.
 */
export function takeBody(
  { request, response, limit, bodies }: BodyOptions,
  take: (body: BodyRead) => void,
  leave: (why: 'gone' | 'cut off') => void,
): () => void {
  const declared = Number(request.headers['content-length'] ?? 0)
  let held: Buffer = EMPTY
  let size = 0
  let isOver = false
  const reading = bodies.open(request, declared > 0 ? Math.min(declared, limit) : limit, () => {
    finish()
    answerTimeout(request, response)
    leave('cut off')
  })
  if (declared > limit * READ_LIMITS) {
    finish()
    take({ text: null, unreadable: 'too_large' })
  }
  request.on('end', () => {
    if (isOver) return
    const read: BodyRead =
      size > limit
        ? { text: null, unreadable: 'too_large' }
        : toText(size === held.length ? held : held.subarray(0, size))
    finish()
    take(read)
  })
  // Node emits this when the client disconnects, too.
  request.on('error', () => {
    if (isOver) return
    finish()
    leave('gone')
  })
  if (isOver) request.resume()
  else bodies.whenTurn(reading, () => request.on('data', receive))
  return () => bodies.release(reading)

  function receive(chunk: Buffer): void {
    if (isOver) return
    const before = size
    size += chunk.length
    if (size <= limit) {
      held = append(held, before, chunk, reading.isLarge ? Math.min(declared, limit) : 0)
      bodies.grow(reading, chunk.length, held.length)
      return
    }
    // The rest is discarded, so other bodies need not wait for this one.
    held = EMPTY
    bodies.end(reading)
    bodies.release(reading)
    if (size <= limit * READ_LIMITS) return
    finish()
    take({ text: null, unreadable: 'too_large' })
  }

  function finish(): void {
    isOver = true
    held = EMPTY // the listeners stay on the request until it is answered, and would keep the buffer alive
    bodies.end(reading)
  }
}

/**
 * Appends a chunk to the `size` bytes in `held`. One buffer, because a list of one-byte chunks would take
 * a hundred times the memory. `expected` is the total number of bytes if known, otherwise 0.
 */
function append(held: Buffer, size: number, chunk: Buffer, expected: number): Buffer {
  if (size === 0) return chunk
  const needed = size + chunk.length
  let grown = held
  if (needed > held.length) {
    grown = Buffer.allocUnsafeSlow(Math.max(needed, expected, 2 * held.length))
    held.copy(grown, 0, 0, size)
  }
  chunk.copy(grown, size)
  return grown
}

/** Answers 408, as Node does for a request that exceeds its request timeout. */
function answerTimeout(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  if (response.headersSent) response.destroy()
  else replyMessage(response, 408, TIMEOUT_MESSAGE, { Connection: 'close' })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
}

function toText(bytes: Buffer): BodyRead {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: null, unreadable: 'not_utf8' }
}
