import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '../../../contract/limits.ts'
import { setImmediate } from '../../real-timers.ts'

type Exchange = { response: ServerResponse; handle: () => void }

/** The requests of a connection. */
type Pipeline = {
  /** The exchanges without a complete answer: the first is being answered, the others wait. */
  open: Exchange[]
  /** The one that arrived last. */
  latest: IncomingMessage | undefined
}

/** A connection with this many waiting requests is not read until they are answered. */
const READ_AHEAD = 100
const MAX_WAITING = limits.connections.value

/**
 * The requests of each connection, which are handled one after another. Node emits all that came in one piece in one
 * turn of the event loop: handled at once, a thousand lists would hold up everybody, and their answers would fill the
 * memory.
 */
export class Pipelines {
  readonly #pipelines = new Map<Duplex, Pipeline>()
  /** Connections that are not read until their turn comes. */
  readonly #resting = new Set<Duplex>()
  readonly #onWaiting: (request: IncomingMessage) => void
  #waiting = 0

  /** `onWaiting` receives each request that waits for the answers before it. */
  constructor(onWaiting: (request: IncomingMessage) => void) {
    this.#onWaiting = onWaiting
  }

  /** Call for each connection. */
  accept(socket: Duplex): void {
    this.#pipelines.set(socket, { open: [], latest: undefined })
    socket.once('close', () => this.#forget(socket))
  }

  /**
   * Calls `handle` when the requests before it on its connection are answered. If too many wait already, the
   * connection is closed: no answer may overtake those before it.
   */
  add(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const { socket } = request
    const pipeline = this.#pipelines.get(socket)
    if (pipeline === undefined || socket.destroyed) return
    const isFirst = pipeline.open.length === 0
    if (!isFirst && this.#waiting >= MAX_WAITING) {
      socket.destroy()
      return this.#readInTurns()
    }
    pipeline.latest = request
    pipeline.open.push({ response, handle })
    response.once('close', () => this.#next(socket, pipeline))
    if (isFirst) return handle()
    this.#waiting += 1
    this.#onWaiting(request)
    if (pipeline.open.length > READ_AHEAD) socket.pause()
  }

  /** Whether a connection was accepted, and is open. */
  has(socket: Duplex): boolean {
    return this.#pipelines.has(socket)
  }

  /** The response to the first request of a connection that has no complete answer. */
  responseOn(socket: Duplex): ServerResponse | undefined {
    return this.#pipelines.get(socket)?.open[0]?.response
  }

  /** The last request that arrived on a connection; it may lack a part of its body. */
  latestOn(socket: Duplex): IncomingMessage | undefined {
    return this.#pipelines.get(socket)?.latest
  }

  #next(socket: IncomingMessage['socket'], { open }: Pipeline): void {
    open.shift()
    const [next] = open
    if (next === undefined) return
    this.#waiting -= 1
    if (open.length === 1) socket.resume()
    // Of the answer before: how long its client might take to read it.
    socket.setTimeout(0)
    setImmediate(() => {
      if (!socket.destroyed) next.handle()
    })
  }

  #forget(socket: Duplex): void {
    const { open } = this.#pipelines.get(socket)!
    this.#waiting -= Math.max(0, open.splice(0).length - 1)
    this.#pipelines.delete(socket)
    this.#resting.delete(socket)
  }

  /**
   * Node frees what it has parsed of a closed connection only at the end of a turn of the event loop. So each of the
   * others gets a turn of its own: all at once could fill the memory with requests that nobody will answer.
   */
  #readInTurns(): void {
    if (this.#resting.size === 0) setImmediate(() => this.#wake())
    for (const socket of this.#pipelines.keys()) {
      this.#resting.add(socket)
      socket.pause()
    }
  }

  #wake(): void {
    const [socket] = this.#resting
    if (socket === undefined) return
    this.#resting.delete(socket)
    if (this.#pipelines.get(socket)!.open.length <= READ_AHEAD) socket.resume()
    setImmediate(() => this.#wake())
  }
}
