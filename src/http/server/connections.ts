import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isSame } from '../../core/record/intern.ts'

/** Headers by name, without secrets, as the journal stores them. */
export type Headers = Readonly<IncomingMessage['headers']>

/** A connection on which a call has arrived. */
export type Connection = {
  readonly id: number
  /**
   * The number of answers of `/v1` that had ended when it was opened, or when its last answer ended;
   * undefined if its server does not say when it was opened.
   */
  freeAfter: number | undefined
  /** Has no request on it been answered? */
  isNew: boolean
  /** The headers of the last request on it. */
  rawHeaders: readonly string[]
  headers: Headers
}

/**
 * Numbers connections and the answers of `/v1`, in the order in which they end. The report tells by it
 * whether a call may have been sent before another one was answered.
 */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  #made = 0
  #seesAccepts = false
  #answers = 0

  /** A server calls it for each connection that it accepts. */
  accept(socket: Socket): void {
    this.#seesAccepts = true
    this.of(socket)
  }

  /** The connection of a request. */
  of(socket: Socket): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      this.#made += 1
      const freeAfter = this.#seesAccepts ? this.#answers : undefined
      connection = { id: this.#made, freeAfter, isNew: true, rawHeaders: [], headers: {} }
      this.#connections.set(socket, connection)
    }
    return connection
  }

  /** An answer of `/v1` has ended on this connection; returns its number. */
  answered(socket: Socket): number {
    this.#answers += 1
    this.freed(socket)
    return this.#answers
  }

  /** An answer has ended on this connection. */
  freed(socket: Socket): void {
    const connection = this.of(socket)
    connection.freeAfter = this.#answers
    connection.isNew = false
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
