import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isSame } from '../../core/record/intern.ts'

/** Headers by name, without secrets, as the journal stores them. */
export type Headers = Readonly<IncomingMessage['headers']>

/** A connection on which a call has arrived. */
export type Connection = {
  readonly id: number
  /** Its number, and how many connections are open; replaced when that changes, so that entries can share it. */
  seen: { id: number; open: number }
  /** The headers of the last request on it. */
  rawHeaders: readonly string[]
  headers: Headers
}

/**
 * Numbers connections at their first call and counts the open ones. The report uses both to tell
 * sequential calls from concurrent ones.
 */
export function countConnections(): (socket: Socket) => Connection {
  const connections = new WeakMap<Socket, Connection>()
  let made = 0
  let open = 0
  return (socket) => {
    let connection = connections.get(socket)
    if (connection === undefined) {
      made += 1
      open += 1
      connection = { id: made, seen: { id: made, open }, rawHeaders: [], headers: {} }
      connections.set(socket, connection)
      socket.once('close', () => {
        open -= 1
      })
    }
    if (connection.seen.open !== open) connection.seen = { id: connection.id, open }
    return connection
  }
}

/** The cleaned headers of a request; the same object as for the previous request if nothing changed. */
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
