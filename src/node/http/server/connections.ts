import type { ApiRequest, Connection } from '../../../contract/history/entry.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerCounts } from '../../../core/histories.ts'
import { setImmediate } from '../../real-timers.ts'

/** Headers by name, without secrets, as the history stores them. */
type Headers = ApiRequest['headers']

/** A connection, and what is known of the requests on it. */
type KnownConnection = {
  readonly connection: Connection
  /** The headers of the last request on it. */
  rawHeaders: readonly string[]
  headers: Headers
}

/** At most this many connections wait to be accepted: Node's default. */
const BACKLOG = 511

/**
 * Counts what happens to connections, in one order: one is accepted or closed, a request arrives, its answer is
 * handed over. The report judges by this order.
 */
export class Connections {
  readonly #known = new WeakMap<Socket, KnownConnection>()
  readonly #arrivals = new WeakMap<IncomingMessage, number>()
  readonly #counts: ServerCounts
  #accepted = 0
  #hasAccepted = false
  #willEnd = false
  /** Work for the end of a turn, or for when this many connections have been accepted. */
  readonly #ready = new Set<{ act: () => void; accepted: number }>()

  constructor(counts: ServerCounts) {
    this.#counts = counts
  }

  /**
   * Calls `act` at the end of a turn of the event loop in which no connection was accepted, unless the returned
   * function is called first. So what was sent before an answer is seen before it.
   */
  atEndOfTurn(act: () => void): () => void {
    const ready = { act, accepted: this.#accepted + BACKLOG }
    this.#ready.add(ready)
    this.#endTurn()
    return () => void this.#ready.delete(ready)
  }

  #endTurn(): void {
    if (this.#willEnd) return
    this.#willEnd = true
    setImmediate(this.#end)
  }

  readonly #end = (): void => {
    this.#willEnd = false
    const isQuiet = !this.#hasAccepted
    this.#hasAccepted = false
    const due = [...this.#ready].filter(({ accepted }) => isQuiet || accepted <= this.#accepted)
    // Work that these add waits for the end of the next turn.
    for (const ready of due) if (this.#ready.delete(ready)) ready.act()
    if (this.#ready.size > 0) this.#endTurn()
  }

  /** A server calls it for each connection that it accepts. */
  accept(socket: Socket): void {
    this.#hasAccepted = true
    this.#accepted += 1
    this.of(socket)
  }

  /** A request has arrived, and waits until those before it on its connection are answered. */
  queue(request: IncomingMessage): void {
    this.#arrivals.set(request, this.#next())
  }

  /** A request is handled; returns when it arrived. */
  arrivalOf(request: IncomingMessage): number {
    return this.#arrivals.get(request) ?? this.#next()
  }

  /** An answer is handed over, or given up; returns when. */
  handOver({ req: { socket }, shouldKeepAlive }: ServerResponse): number {
    const order = this.#next()
    // The connection carries no further request, and its client knows that.
    if (!shouldKeepAlive) this.of(socket).closed ??= order
    return order
  }

  /** The connection of a request. */
  of(socket: Socket): Connection {
    return this.#knownOf(socket).connection
  }

  /**
   * The cleaned headers of a request; the same object as for the previous request if nothing changed. Saves
   * 1 to 2 of the 45 µs of a call, and the entries share them.
   */
  headersOf(
    { rawHeaders, headers, socket }: IncomingMessage,
    clean: (headers: IncomingMessage['headers']) => Headers,
  ): Headers {
    const known = this.#knownOf(socket)
    if (rawHeaders.join('\n') !== known.rawHeaders.join('\n')) {
      known.rawHeaders = rawHeaders
      known.headers = clean(headers)
    }
    return known.headers
  }

  #next(): number {
    this.#counts.events += 1
    return this.#counts.events
  }

  #knownOf(socket: Socket): KnownConnection {
    let known = this.#known.get(socket)
    if (known === undefined) {
      this.#counts.connections += 1
      const connection: Connection = { id: this.#counts.connections, opened: this.#next() }
      known = { connection, rawHeaders: [], headers: {} }
      this.#known.set(socket, known)
      // A client that has ended its side may still read, but it sends no further request.
      const close = () => {
        connection.closed ??= this.#next()
      }
      socket.once('end', close).once('close', close)
    }
    return known
  }
}
