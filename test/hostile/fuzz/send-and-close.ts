import { connect } from 'node:net'

/** Longer than any request takes on a busy machine, unless it hangs. */
const TIMEOUT_MS = 20_000

/**
 * Sends bytes, ends its side, and resolves with all that the server sent until it closed. Because the
 * side is ended, the server does not wait for the rest of an incomplete request.
 * @throws Error when the server does not close.
 */
export function sendAndClose(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(sent, 'latin1'))
    const timer = setTimeout(() => socket.destroy(new Error('it hangs')), TIMEOUT_MS)
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}
