import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { storedBounds } from '../../contract/values/bounds.ts'
import { clearInterval, setImmediate, setInterval } from '../../real-timers.ts'

/** A connection whose client has not read all responses. */
type Connection = {
  /** Each response with the bytes that it keeps in memory in addition to those written. */
  answers: Map<ServerResponse, number>
  /** Bytes in memory at the last check. */
  bytes: number
  /** Bytes that the operating system has accepted; they grow as long as the client reads. */
  taken: number
  /** How many checks in a row saw too little growth; a count, since a busy process checks late. */
  stalls: number
}

type Waiting = { response: ServerResponse; act: () => void }

/** How long a client may stop reading while others wait for their responses. */
const MAX_STALL_UNDER_PRESSURE_MS = 1_000
/** A client that blocks others must read this many bytes between two checks. */
const MIN_READ_BYTES = 64 * 1_024
const SWEEP_MS = 250

/**
 * Limits the memory for responses that clients have not read. Large responses wait for room. A client
 * that stops reading is cut off, sooner when others wait. One that reads is not, however long they wait.
 */
export class UnreadAnswers {
  readonly #connections = new Map<Socket, Connection>()
  readonly #maxBytes: number
  readonly #maxStallMs: number
  /** Sockets that have a `close` listener already. */
  readonly #known = new WeakSet<Socket>()
  #waiting: Waiting[] = []
  #isAdmitting = false
  #bytes = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(
    maxBytes: number = storedBounds.unreadBytes.max,
    maxStallMs: number = storedBounds.unreadMs.max,
  ) {
    this.#maxBytes = maxBytes
    this.#maxStallMs = maxStallMs
  }

  get hasRoom(): boolean {
    return this.#bytes < this.#maxBytes
  }

  /** Calls `act` as soon as there is room for a large response; never if the client disconnects first. */
  whenRoom(response: ServerResponse, act: () => void): void {
    if (this.hasRoom && this.#waiting.length === 0 && !this.#isAdmitting) {
      this.#pause()
      return act()
    }
    this.#waiting.push({ response, act })
    this.#watchTime()
    this.#admit()
  }

  /**
   * The same for a response that is composed while it is sent. It takes less memory, so it precedes
   * the others and may use twice the room.
   */
  whenRoomForPieces(response: ServerResponse, act: () => void): void {
    if (this.#bytes < 2 * this.#maxBytes) return act()
    this.#waiting.unshift({ response, act })
    this.#watchTime()
  }

  /**
   * Call after writing a response; the bytes that the operating system did not accept at once count as
   * unread. `composedBytes` stay in memory in addition until the response ends.
   */
  written(response: ServerResponse, composedBytes = 0): void {
    if (response.destroyed || (response.writableEnded && response.writableLength === 0)) return
    const socket = response.req.socket as Socket | null
    if (!socket || socket.destroyed) return
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = { answers: new Map(), bytes: 0, taken: 0, stalls: 0 }
      this.#connections.set(socket, connection)
      if (!this.#known.has(socket)) socket.once('close', () => this.#forget(socket))
      this.#known.add(socket)
    }
    connection.answers.set(response, composedBytes)
    connection.taken = takenBytes(socket, connection)
    this.#measure(connection)
    response.once('close', () => this.#finish(socket, response))
    this.#watchTime()
  }

  #finish(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket)
    if (!connection?.answers.delete(response)) return
    connection.stalls = 0
    if (connection.answers.size === 0) this.#forget(socket)
    else this.#measure(connection)
    this.#admit()
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    this.#connections.delete(socket)
    this.#bytes -= connection.bytes
    this.#admit()
  }

  #measure(connection: Connection): void {
    let bytes = 0
    for (const [response, composedBytes] of connection.answers)
      bytes += response.writableLength + composedBytes
    this.#bytes += bytes - connection.bytes
    connection.bytes = bytes
  }

  /** Admits one per turn: composing a large response takes a while, and small ones must not wait for several. */
  #admit(): void {
    if (this.#isAdmitting || !this.hasRoom) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#pause()
    if (!next.response.destroyed) next.act()
  }

  #pause(): void {
    this.#isAdmitting = true
    setImmediate(() => {
      this.#isAdmitting = false
      this.#admit()
    })
  }

  /** One timer for all connections, which runs only while there are unread responses. */
  #watchTime(): void {
    this.#sweep ??= setInterval(() => this.#checkProgress(), SWEEP_MS).unref()
  }

  #checkProgress(): void {
    const minBytes = this.#isPressed ? MIN_READ_BYTES : 1
    for (const [socket, connection] of this.#connections) {
      const taken = takenBytes(socket, connection)
      connection.stalls = taken - connection.taken < minBytes ? connection.stalls + 1 : 0
      connection.taken = taken
      this.#measure(connection)
    }
    this.#cut()
    this.#admit()
    if (this.#connections.size > 0 || this.#waiting.length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Cuts off the clients that have stalled for too long, the longest first. */
  #cut(): void {
    const slowest = [...this.#connections].toSorted(([, a], [, b]) => b.stalls - a.stalls)
    for (const [socket, { stalls }] of slowest) {
      const maxStallMs = this.#isPressed ? MAX_STALL_UNDER_PRESSURE_MS : this.#maxStallMs
      if (stalls * SWEEP_MS < maxStallMs) break
      this.#forget(socket)
      socket.destroy()
    }
  }

  get #isPressed(): boolean {
    return !this.hasRoom || this.#waiting.length > 0
  }
}

/** Bytes that the operating system has accepted. For a write in progress, Node's handle knows the rest. */
function takenBytes(socket: Socket, { answers }: Connection): number {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle
  let bytes = socket.bytesWritten - (handle?.writeQueueSize ?? 0) - socket.writableLength
  for (const response of answers.keys()) bytes -= response.writableLength
  return bytes
}
