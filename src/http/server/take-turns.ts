import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { storedBounds } from '../../contract/values/bounds.ts'
import { setImmediate } from '../../real-timers.ts'

/** A connection with this many waiting requests is paused until they are answered. */
const READ_AHEAD = 100

/**
 * Handles the pipelined requests of a connection one after another. Node parses all requests in a
 * buffer and emits them in one turn of the event loop, so one client could block all others for a
 * thousand responses. `max` limits the waiting requests of all connections together; `onWaiting` receives each.
 */
export function takeTurns<Request extends typeof IncomingMessage>(
  handle: RequestListener<Request, typeof ServerResponse<InstanceType<Request>>>,
  max = storedBounds.pipelined.max,
  onWaiting: (request: InstanceType<Request>) => void = () => {},
): typeof handle {
  const waiting = new Map<Socket, number>()
  let total = 0

  const change = (socket: Socket, by: number) => {
    const count = (waiting.get(socket) ?? 0) + by
    total += by
    if (count > 0) waiting.set(socket, count)
    else waiting.delete(socket)
    return count
  }
  const watched = new WeakSet<Socket>()
  const watch = (socket: Socket) => {
    if (watched.has(socket)) return
    watched.add(socket)
    socket.once('close', () => change(socket, -(waiting.get(socket) ?? 0)))
  }

  return (request, response) => {
    // Node assigns the socket only when the previous response on the connection has finished.
    if (response.socket !== null) return handle(request, response)
    const { socket } = request
    if (socket.destroyed) return
    if (total >= max) return void socket.destroy()
    watch(socket)
    onWaiting(request)
    if (change(socket, 1) >= READ_AHEAD) socket.pause()
    response.once('socket', () => {
      if (socket.destroyed) return
      if (change(socket, -1) === 0) socket.resume()
      setImmediate(() => {
        if (!response.destroyed) handle(request, response)
      })
    })
  }
}
