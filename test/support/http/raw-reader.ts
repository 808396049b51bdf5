import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A client that sends a request and reads nothing until `read` is called. */
export async function silentClient(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}) // the server disconnects it
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Reads the rest and returns the number of bytes until the connection closed. */
export async function readToEnd(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  if (!socket.closed) await once(socket, 'close')
  return bytes
}

/** A GET request as text. */
export function getText(path: string, key = 'sandbox_default'): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
}
