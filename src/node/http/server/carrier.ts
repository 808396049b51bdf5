import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The TCP connection that carries each TLS connection. */
const carriers = new WeakMap<Socket, Socket>()

/** Notes the TCP connection of each TLS connection. Node tells of both, one after the other, but not of the pair. */
export function pairConnections(server: Server): void {
  const unpaired = new Map<string, Socket>()
  server.on('connection', (carrier: Socket) => {
    const address = addressOf(carrier)
    unpaired.set(address, carrier)
    carrier.once('close', () => unpaired.get(address) === carrier && unpaired.delete(address))
  })
  const pair = (socket: Socket) => {
    const address = addressOf(socket)
    const carrier = unpaired.get(address)
    if (carrier) carriers.set(socket, carrier)
    unpaired.delete(address)
  }
  server.on('secureConnection', pair)
  // Before Node makes a clientError of it.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => pair(socket))
}

/** The TCP connection of a connection: itself, unless it is one of TLS. */
export function carrierOf(socket: Socket): Socket {
  return carriers.get(socket) ?? socket
}

/** No two connections to the same address have the same. */
function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
