import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isSame } from '../../core/account/intern.ts'

/** Headers by name, as a journal may keep them. */
export type Headers = Readonly<IncomingMessage['headers']>

/** A connection that has brought a call: its number, and the headers that came last on it. */
export type Connection = {
  readonly id: number
  /** Its number, and how many connections were open when that last changed. */
  seen: { id: number; open: number }
  rawHeaders: readonly string[]
  headers: Headers
}

/**
 * Numbers connections as they first bring a call, and says how many of those are open: what tells a
 * client that calls one after the other from workers that call at once.
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

/** The headers of this request, cleaned; those of the last one on the connection when they are the same. */
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
