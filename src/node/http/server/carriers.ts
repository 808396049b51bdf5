import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The open TCP connections of a server by their address. Node tells of each and of the TLS connection that it carries,
 * but not of the pair.
 */
export function trackCarriers(server: Server): Map<string, Socket> {
  const carriers = new Map<string, Socket>()
  server.on('connection', (carrier: Socket) => {
    const address = addressOf(carrier)
    carriers.set(address, carrier)
    carrier.once('close', () => carriers.get(address) === carrier && carriers.delete(address))
  })
  return carriers
}

/** The address of the client, which is also that of a TLS connection on it. No two open connections have the same. */
export function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
