import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { IncomingBytes, type ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import { joinBytes } from '../../../text/bytes.ts'

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

type BodyOptions = {
  request: IncomingMessage
  limit: number
  received: ReceivedBytes
  /** Not decoded here: for large bodies that another thread reads. Their memory can be given to it. */
  asBytes?: boolean
}

type Take = (body: BodyRead, release: () => void) => void
type Leave = (why: 'gone' | 'no_room') => void

/**
 * Reads a body, up to `limit` bytes; call what `take` gets when the request has been answered. Bytes that are not kept
 * are read and discarded until the request times out: a client that is cut off while it writes would see a reset
 * connection instead of the response.
 */
export function takeBody(options: BodyOptions, take: Take, leave: Leave): void {
  new IncomingBody(options, take, leave).read()
}

/** A body that is being read; one object, since closures for each step would take four times the memory. */
class IncomingBody {
  readonly #options: BodyOptions
  readonly #take: Take
  readonly #leave: Leave
  readonly #received: IncomingBytes
  #isOver = false

  constructor(options: BodyOptions, take: Take, leave: Leave) {
    this.#options = options
    this.#take = take
    this.#leave = leave
    this.#received = new IncomingBytes(options.received, options.limit)
  }

  read(): void {
    const { request, limit } = this.#options
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > limit * READ_LIMITS) this.#refuse()
    request.on('end', () => this.#end())
    // Node emits this when the client disconnects, too.
    request.on('error', () => this.#fail())
    request.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return
    this.#received.add(chunk)
    if (this.#received.length > this.#options.limit * READ_LIMITS) this.#refuse()
  }

  #end(): void {
    if (this.#isOver) return
    const { state } = this.#received
    if (state === 'too_large') return this.#refuse()
    this.#isOver = true
    if (state === 'whole') return this.#take(this.#toRead(), () => this.#received.end())
    this.#leave('no_room')
  }

  #fail(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#received.end()
    this.#leave('gone')
  }

  #refuse(): void {
    this.#isOver = true
    this.#received.end()
    this.#take({ text: null, unreadable: 'too_large' }, () => {})
  }

  #toRead(): BodyRead {
    const { asBytes } = this.#options
    const chunks = this.#received.takeChunks()
    const [first] = chunks
    // The memory of a chunk belongs to who sent it: bytes that are given away are copied out of it.
    const isWhole = first !== undefined && chunks.length === 1 && !asBytes
    const bytes = isWhole ? first : joinBytes(chunks)
    const { buffer, byteOffset, length } = bytes as Uint8Array<ArrayBuffer>
    if (!isUtf8(bytes)) return { text: null, unreadable: 'not_utf8' }
    if (asBytes) return { text: null, bytes: new Uint8Array(buffer, byteOffset, length) }
    return { text: Buffer.from(buffer, byteOffset, length).toString('utf8') }
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
}
