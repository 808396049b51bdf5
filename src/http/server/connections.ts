import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLife } from '../../contract/history/api-message.ts'
import { isSame } from '../../core/record/shared-parts.ts'

/** Headers by name, without secrets, as the journal stores them. */
export type Headers = Readonly<IncomingMessage['headers']>

/** A connection on which a call has arrived. */
export type Connection = {
  readonly id: number
  /** When it was opened, or when its last answer ended; undefined if its server does not say when it was opened. */
  freeAfter: number | undefined
  /** When it was accepted. It may have waited for that since `freeAfter`. */
  readonly openedBefore: number
  /** Has no request on it been answered? Undefined if others have, but no call of `/v1`. */
  isNew: boolean | undefined
  readonly life: ConnectionLife
  /** The headers of the last request on it. */
  rawHeaders: readonly string[]
  headers: Headers
}

/** So many connections wait to be accepted at most: Node's default. */
const BACKLOG = 511

/** Taken when the module is loaded, because tests of a client may replace the timers. */
const { setImmediate } = globalThis

/**
 * Numbers connections and the moments at which they are opened, used and closed. The report tells by them
 * whether a call may have been sent before another one was answered. What the server learns in one turn of
 * the event loop had happened when the turn began, so it has the moment of that; each answer of `/v1` that
 * ends has a moment of its own.
 */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #queued = new WeakMap<IncomingMessage, number>()
  #made = 0
  #seesAccepts = false
  #latest = 0
  /** The moment at which this turn of the event loop began; 0 between turns. */
  #turn = 0
  #willEnd = false
  /** When no connection was waiting to be accepted; 0 if none is waiting now. */
  #waitingSince = 0
  #hasAccepted = false
  #accepted = 0
  /** What is done when a row has ended, or, if it does not end, when so many connections have been accepted. */
  readonly #later: { act: () => void; accepted: number }[] = []

  /** Is no connection waiting to be accepted, as far as is known? */
  get isQuiet(): boolean {
    return this.#waitingSince === 0
  }

  /**
   * Calls `act` when all connections that are waiting have been accepted. So an answer is sent after each
   * connection that was opened before it, and one that is opened because of it can be told from those.
   */
  whenQuiet(act: () => void): void {
    if (this.isQuiet) act()
    else this.#later.push({ act, accepted: this.#accepted + BACKLOG })
  }

  /** The moment at which everything had happened that is learned now. */
  moment(): number {
    if (this.#turn === 0) {
      this.#latest += 1
      this.#turn = this.#latest
      this.#endSoon()
    }
    return this.#turn
  }

  /** A request has arrived, and waits until those before it on its connection are answered. */
  queue(request: IncomingMessage): void {
    this.#queued.set(request, this.moment())
  }

  /** The moment at which a request had arrived that is handled now. */
  arrivalOf(request: IncomingMessage): number {
    return this.#queued.get(request) ?? this.moment()
  }

  /** A server calls it for each connection that it accepts. */
  accept(socket: Socket): void {
    this.#seesAccepts = true
    this.#hasAccepted = true
    this.#accepted += 1
    // Node accepts one connection a turn: the next ones may have been opened before the first of a row, or since.
    if (this.#waitingSince === 0) this.#waitingSince = this.moment()
    this.of(socket)
  }

  #endSoon(): void {
    if (this.#willEnd) return
    this.#willEnd = true
    setImmediate(this.#end)
  }

  readonly #end = (): void => {
    this.#willEnd = false
    this.#turn = 0
    if (this.#hasAccepted) this.#endSoon()
    else this.#waitingSince = 0
    this.#hasAccepted = false
    while (this.#later[0] && (this.isQuiet || this.#later[0].accepted <= this.#accepted)) {
      this.#later.shift()!.act()
    }
  }

  /** The connection of a request. */
  of(socket: Socket): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      this.#made += 1
      const openedBefore = this.moment()
      const freeAfter = this.#seesAccepts ? this.#waitingSince || openedBefore : undefined
      const life: ConnectionLife = {}
      const isNew = true
      connection = {
        id: this.#made,
        freeAfter,
        openedBefore,
        isNew,
        life,
        rawHeaders: [],
        headers: {},
      }
      this.#connections.set(socket, connection)
      const closed = () => {
        life.closedAfter ??= this.moment()
      }
      socket.once('end', closed).once('close', closed)
    }
    return connection
  }

  /** An answer of `/v1` has ended on this connection; returns its moment. */
  answered({ req: { socket }, shouldKeepAlive }: ServerResponse): number {
    this.freed(socket)
    this.of(socket).isNew = false
    // Its client cannot use it again, and knows that.
    if (!shouldKeepAlive) this.of(socket).life.closedAfter ??= this.#latest
    return this.#latest
  }

  /** An answer has ended on this connection. */
  freed(socket: Socket): void {
    this.#latest += 1
    const connection = this.of(socket)
    connection.freeAfter = this.#latest
    if (connection.isNew) connection.isNew = undefined
  }
}

/**
 * The cleaned headers of a request; the same object as for the previous request if nothing changed. Saves
 * 1 to 2 of the 45 µs of a call, and the entries share them.
 */
export function headersOf(
  { rawHeaders, headers }: IncomingMessage,
  connection: Connection,
  clean: (headers: IncomingMessage['headers']) => Headers,
): Headers {
  if (!isSame(rawHeaders, connection.rawHeaders)) {
    connection.rawHeaders = rawHeaders
    connection.headers = clean(headers)
  }
  return connection.headers
}
