import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyMessage } from './reply.ts'
import type { ReceivedBodies } from './received-bodies.ts'

export type BodyRead = { text: string | null; unreadable?: 'too_large' | 'not_utf8' }

/**
 * How much of a body that is too large is waited for before it is answered: so many limits. One that is
 * declared to be larger is answered at once.
 */
const AWAITED = 16

const NOTHING = Buffer.alloc(0)
const LATE = 'The request did not arrive in time.'

export type BodyOptions = {
  request: IncomingMessage
  response: ServerResponse
  limit: number
  bodies: ReceivedBodies
}

/**
 * Reads a body as text, up to `limit` bytes; undefined when the client goes away before it is whole, or
 * was cut off. `release` is to be called when what was read is needed no more.
 */
export function readBody(
  options: BodyOptions,
): Promise<{ read: BodyRead | undefined; release: () => void }> {
  if (!hasBody(options.request)) return Promise.resolve({ read: { text: null }, release: () => {} })
  return new Promise((resolve) => {
    const release = takeBody(
      options,
      (read) => resolve({ read, release: () => release() }), // it may be called before `release` is there
      () => resolve({ read: undefined, release: () => release() }),
    )
  })
}

/**
 * The same for those who cannot wait for a promise; answers `release`. What is beyond the limit is thrown
 * away as it comes, until the request's time is over: a client that is cut off while it writes would see
 * a reset connection and not the answer.
 */
export function takeBody(
  { request, response, limit, bodies }: BodyOptions,
  take: (body: BodyRead) => void,
  leave: (why: 'gone' | 'cut off') => void,
): () => void {
  const declared = Number(request.headers['content-length'] ?? 0)
  let held: Buffer = NOTHING
  let size = 0
  let isOver = false
  const reading = bodies.open(request, declared > 0 ? Math.min(declared, limit) : limit, () => {
    finish()
    answerLate(request, response)
    leave('cut off')
  })
  if (declared > limit * AWAITED) {
    finish()
    take({ text: null, unreadable: 'too_large' })
  }
  request.on('end', () => {
    if (isOver) return
    const read: BodyRead =
      size > limit ? { text: null, unreadable: 'too_large' } : toText(held.subarray(0, size))
    finish()
    take(read)
  })
  // Also when the client goes away.
  request.on('error', () => {
    if (isOver) return
    finish()
    leave('gone')
  })
  if (isOver) request.resume()
  else bodies.whenTurn(reading, () => request.on('data', hear))
  return () => bodies.release(reading)

  function hear(chunk: Buffer): void {
    if (isOver) return
    const before = size
    size += chunk.length
    if (size <= limit) {
      held = append(held, before, chunk, reading.isLarge ? Math.min(declared, limit) : 0)
      bodies.grow(reading, chunk.length, held.length)
      return
    }
    // Nothing of it is kept, so nobody has to wait for it.
    held = NOTHING
    bodies.end(reading)
    bodies.release(reading)
    if (size <= limit * AWAITED) return
    finish()
    take({ text: null, unreadable: 'too_large' })
  }

  function finish(): void {
    isOver = true
    held = NOTHING // the request keeps its listeners until it is answered
    bodies.end(reading)
  }
}

/**
 * Puts the chunk behind the `size` bytes that are held. They are kept in one piece: a list of chunks of a
 * byte would take a hundred times as much. `expected`: how many are to come in all, if that is known.
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

/** As Node says it to who takes longer than a request may take. */
function answerLate(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  if (response.headersSent) response.destroy()
  else replyMessage(response, 408, LATE, { Connection: 'close' })
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
