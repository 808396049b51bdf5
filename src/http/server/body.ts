import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyMessage } from './reply.ts'
import type { Reading, ReceivedBodies } from './received-bodies.ts'

/** A body as text or, if that was asked for, as bytes that are UTF-8. */
export type BodyRead = {
  text: string | null
  bytes?: Uint8Array<ArrayBuffer>
  unreadable?: 'too_large' | 'not_utf8'
}

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
  /** Not decoded here: for large bodies that another thread reads. Their memory can be given to it. */
  asBytes?: boolean
}

/**
 * Reads a body, up to `limit` bytes. `read` is undefined when the client disconnects first or was
 * cut off. Call `release` when the text is no longer needed.
 */
export function readBody(
  options: BodyOptions,
): Promise<{ read: BodyRead | undefined; release: () => void }> {
  if (!hasBody(options.request)) return Promise.resolve({ read: { text: null }, release: () => {} })
  return new Promise((resolve) => {
    const release = () => body.release()
    const body = takeBody(
      options,
      (read) => resolve({ read, release }),
      () => resolve({ read: undefined, release }),
    )
  })
}

type Take = (body: BodyRead) => void
type Leave = (why: 'gone' | 'cut off') => void

/**
 * The same with callbacks instead of a promise. Bytes beyond the limit are read and discarded until the
 * request times out: a client that is cut off while it writes would see a reset connection instead of the
 * response.
 */
export function takeBody(options: BodyOptions, take: Take, leave: Leave): IncomingBody {
  const body = new IncomingBody(options, take, leave)
  body.read()
  return body
}

/** A body that is being read; one object, since closures for each step would take four times the memory. */
class IncomingBody {
  readonly #options: BodyOptions
  readonly #take: Take
  readonly #leave: Leave
  readonly #declared: number
  readonly #reading: Reading
  #held: Buffer = EMPTY
  #size = 0
  #isOver = false

  constructor(options: BodyOptions, take: Take, leave: Leave) {
    const { request, limit, bodies } = options
    this.#options = options
    this.#take = take
    this.#leave = leave
    this.#declared = Number(request.headers['content-length'] ?? 0)
    const most = this.#declared > 0 ? Math.min(this.#declared, limit) : limit
    this.#reading = bodies.open(request, most, this)
  }

  read(): void {
    const { request, limit, bodies } = this.#options
    if (this.#declared > limit * READ_LIMITS) this.#refuse()
    request.on('end', () => this.#end())
    // Node emits this when the client disconnects, too.
    request.on('error', () => this.#fail())
    if (this.#isOver) request.resume()
    else bodies.whenTurn(this.#reading)
  }

  /** Called when it is this body's turn. */
  start(): void {
    this.#options.request.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  /** Aborts the request, because it blocks others. */
  cut(): void {
    this.#finish()
    answerTimeout(this.#options.request, this.#options.response)
    this.#leave('cut off')
  }

  /** Call when the text is no longer needed. */
  release(): void {
    this.#options.bodies.release(this.#reading)
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return
    const { limit, bodies, asBytes } = this.#options
    const before = this.#size
    this.#size += chunk.length
    if (this.#size <= limit) {
      const expected = this.#reading.isLarge ? Math.min(this.#declared, limit) : 0
      // The memory of a chunk belongs to who sent it: bytes that are given away are copied out of it.
      const isWhole = before === 0 && asBytes !== true
      this.#held = isWhole ? chunk : append(this.#held, before, chunk, expected)
      bodies.grow(this.#reading, chunk.length, this.#held.length)
      return
    }
    // The rest is discarded, so other bodies need not wait for this one.
    this.#held = EMPTY
    bodies.end(this.#reading)
    bodies.release(this.#reading)
    if (this.#size > limit * READ_LIMITS) this.#refuse()
  }

  #end(): void {
    if (this.#isOver) return
    const held = this.#held
    const size = this.#size
    this.#finish()
    if (size > this.#options.limit) this.#take({ text: null, unreadable: 'too_large' })
    else this.#take(toRead(size === held.length ? held : held.subarray(0, size), this.#options))
  }

  #fail(): void {
    if (this.#isOver) return
    this.#finish()
    this.#leave('gone')
  }

  #refuse(): void {
    this.#finish()
    this.#take({ text: null, unreadable: 'too_large' })
  }

  #finish(): void {
    this.#isOver = true
    this.#held = EMPTY // the listeners stay on the request until it is answered, and would keep the buffer alive
    this.#options.bodies.end(this.#reading)
  }
}

/**
 * Appends a chunk to the `size` bytes in `held`. One buffer, because a list of one-byte chunks would take
 * a hundred times the memory. `expected` is the total number of bytes if known, otherwise 0.
 */
function append(held: Buffer, size: number, chunk: Buffer, expected: number): Buffer {
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

function toRead(bytes: Buffer, { asBytes }: BodyOptions): BodyRead {
  if (!isUtf8(bytes)) return { text: null, unreadable: 'not_utf8' }
  if (!asBytes) return { text: bytes.toString('utf8') }
  const { buffer, byteOffset, length } = bytes as Buffer<ArrayBuffer>
  return { text: null, bytes: new Uint8Array(buffer, byteOffset, length) }
}
