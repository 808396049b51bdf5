import { connect } from 'node:net'

/** Longer than anything takes that does not hang, on a machine that is busy. */
const TIMEOUT_MS = 20_000

/**
 * Sends bytes, says that no more will come, and resolves with what the server sent until it closed;
 * so what is not whole is not waited for. @throws when the server does not close.
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
