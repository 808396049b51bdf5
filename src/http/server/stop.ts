import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Stops accepting, lets requests in flight finish, closes; at the latest after `graceMs`. */
export type Stop = (graceMs: number) => Promise<void>

/** How often connections that have become idle are closed while the server stops. */
const SWEEP_MS = 20
/** How long a connection that has brought no request yet may still bring one. */
const SILENT_MS = 100

/** What stops a server; made before it listens, since it watches connections come. */
export function makeStop(server: Server): Stop {
  const silent = watchSilent(server)
  return (graceMs) =>
    new Promise((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), graceMs)
      // A connection whose last answer goes out only now would stay open for the next request.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      const hangUp = setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENT_MS)
      server.close(() => {
        clearTimeout(force)
        clearInterval(sweep)
        clearTimeout(hangUp)
        resolve()
      })
      if (graceMs > 0) server.closeIdleConnections()
      else server.closeAllConnections()
    })
}

/** Connections that clients opened in advance; Node does not count them as idle. */
function watchSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}
