import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressOf, trackCarriers } from './carriers.ts'
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../real-timers.ts'

/** Stops accepting connections, lets requests in flight finish, and closes all connections after `graceMs`. */
export type Stop = (graceMs: number) => Promise<void>

/** The interval at which idle connections are closed while the server stops. */
const SWEEP_MS = 20
/** The time in which a connection without any request may still send one. */
const SILENT_MS = 100

/** Call before the server listens, because it tracks new connections. */
export function makeStop(server: Server): Stop {
  const silent = watchSilent(server)
  return (graceMs) =>
    new Promise((resolve) => {
      const force = setTimeout(closeAll, graceMs)
      // A connection that becomes idle only now would stay open for the next request.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      const hangUp = setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENT_MS)
      server.close(() => {
        clearTimeout(force)
        clearInterval(sweep)
        clearTimeout(hangUp)
        resolve()
      })
      if (graceMs > 0) server.closeIdleConnections()
      else closeAll()
    })

  function closeAll(): void {
    server.closeAllConnections()
    silent.forEach((socket) => socket.destroy()) // Node does not count those in a handshake of TLS
  }
}

/** Tracks the TCP connections without a request, which clients open in advance. Node does not count them as idle. */
function watchSilent(server: Server): ReadonlyMap<string, Socket> {
  const silent = trackCarriers(server)
  server.on('request', ({ socket }) => silent.delete(addressOf(socket)))
  return silent
}
