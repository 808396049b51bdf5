import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { storedBounds } from '../../contract/bounds.ts'

/** A connection whose client has answers to read. */
type Connection = {
  /** Each answer with what is kept for it until its end, beside what was written already. */
  answers: Map<ServerResponse, number>
  /** What is in memory for it, when it was last looked at. */
  bytes: number
  /** What the system has taken; as long as it grows, the client reads. */
  taken: number
  /** How many times in a row it had not grown: not a time, since a busy process looks late. */
  stills: number
}

type Waiting = { since: number; response: ServerResponse; act: () => void }

/** How long a client may stop reading while others wait for their answers. */
const MAX_STALL_UNDER_PRESSURE_MS = 1_000
/** After so long of waiting, the one who has most to read is cut off, though it reads. */
const MAX_WAIT_MS = 10_000
const SWEEP_MS = 250

/**
 * Bounds the answers that are in memory because their clients have not read them. Large ones wait
 * for room; who does not read is cut off, sooner when others wait.
 */
export class UnreadAnswers {
  readonly #connections = new Map<Socket, Connection>()
  readonly #maxBytes: number
  readonly #maxStallMs: number
  /** Those whose end is listened for already. */
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

  /** Acts as soon as there is room for a large answer; never when its client goes away before. */
  whenRoom(response: ServerResponse, act: () => void): void {
    if (this.hasRoom && this.#waiting.length === 0 && !this.#isAdmitting) {
      this.#pause()
      return act()
    }
    this.#waiting.push({ since: performance.now(), response, act })
    this.#watchTime()
    this.#admit()
  }

  /**
   * The same for an answer that is made as it is read: it goes before those that are made as a whole,
   * and takes from the same room again.
   */
  whenRoomForPieces(response: ServerResponse, act: () => void): void {
    if (this.#bytes < 2 * this.#maxBytes) return act()
    this.#waiting.unshift({ since: performance.now(), response, act })
    this.#watchTime()
  }

  /**
   * To be called when an answer was written: what the system did not take at once is watched.
   * `kept`: what stays in memory until the answer ends, beside that.
   */
  written(response: ServerResponse, composedBytes = 0): void {
    if (response.destroyed || (response.writableEnded && response.writableLength === 0)) return
    const socket = response.req.socket as Socket | null
    if (!socket || socket.destroyed) return
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = { answers: new Map(), bytes: 0, taken: 0, stills: 0 }
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
    connection.stills = 0
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

  /** One a turn: composing a large answer takes a while, and small ones must not wait for many. */
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

  /** One timer for all, and only while somebody has something to read. */
  #watchTime(): void {
    this.#sweep ??= setInterval(() => this.#look(), SWEEP_MS).unref()
  }

  #look(): void {
    const now = performance.now()
    for (const [socket, connection] of this.#connections) {
      const taken = takenBytes(socket, connection)
      connection.stills = taken === connection.taken ? connection.stills + 1 : 0
      connection.taken = taken
      this.#measure(connection)
    }
    this.#cut(now)
    this.#admit()
    if (this.#connections.size > 0 || this.#waiting.length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Cuts off who has stood still for too long, the longest first. */
  #cut(now: number): void {
    const slowest = [...this.#connections].toSorted(([, a], [, b]) => b.stills - a.stills)
    for (const [socket, { stills }] of slowest) {
      const mayStall = this.#isPressed ? MAX_STALL_UNDER_PRESSURE_MS : this.#maxStallMs
      if (stills * SWEEP_MS < mayStall) break
      this.#forget(socket)
      socket.destroy()
    }
    const [first] = this.#waiting
    if (first === undefined || this.hasRoom || now - first.since < MAX_WAIT_MS) return
    const [largest] = [...this.#connections].toSorted(([, a], [, b]) => b.bytes - a.bytes)
    largest?.[0].destroy()
  }

  get #isPressed(): boolean {
    return !this.hasRoom || this.#waiting.length > 0
  }
}

/** What the system has taken; of a write that is under way, Node's handle knows how much is left. */
function takenBytes(socket: Socket, { answers }: Connection): number {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle
  let bytes = socket.bytesWritten - (handle?.writeQueueSize ?? 0) - socket.writableLength
  for (const response of answers.keys()) bytes -= response.writableLength
  return bytes
}
