import { connect } from 'node:net'
import { readAnswers, type WireAnswer } from './read-answers.ts'
import { HOST, message } from './row.ts'

/** A good request on the same connection, which shows whether the server still reads at the right byte. */
const FOLLOW_UP = message('GET /_sandbox/live HTTP/1.1', [HOST, 'Connection: close'])

/** The timeout for the exchange, reached only if the server hangs. */
const TIMEOUT_MS = 10_000

export type Exchange = {
  /** The answers, without 100 Continue. */
  answers: WireAnswer[]
  /** The answer to the good request after them, unless the server had closed. */
  followUp: WireAnswer | undefined
}

/**
 * Sends bytes on a new connection and reads until the server closes it. If the connection is still open
 * after `expected` answers, a good request follows: its answer shows whether the server mistook some
 * bytes for a second request or for a part of the first.
 * @throws Error for a malformed answer, for bytes left over, and when no answer arrives.
 */
export function exchange(port: number, sent: string, expected: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let text = ''
    let hasFollowed = false
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'))
    const timer = setTimeout(() => fail(new Error(`no end after ${text}`)), TIMEOUT_MS)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      if (!hasFollowed && isComplete()) {
        hasFollowed = true
        socket.write(FOLLOW_UP)
      }
    })
    socket.on('error', fail)
    socket.on('end', () => {
      try {
        resolve(toExchange())
      } catch (error) {
        fail(error)
      } finally {
        clearTimeout(timer)
        socket.destroy()
      }
    })

    function isComplete(): boolean {
      try {
        const answers = finalAnswers()
        return answers.length >= expected && answers.at(-1)?.headers.get('connection') !== 'close'
      } catch {
        return false // reported when the connection has ended
      }
    }

    function finalAnswers(): WireAnswer[] {
      return readAnswers(text, sent.startsWith('HEAD ')).answers.filter(
        ({ status }) => status >= 200,
      )
    }

    function toExchange(): Exchange {
      const { rest } = readAnswers(text, sent.startsWith('HEAD '))
      if (rest !== '') throw new Error(`this is left over: ${JSON.stringify(rest)}`)
      const answers = finalAnswers()
      const followUp = answers.length > expected ? answers.pop() : undefined
      return { answers, followUp }
    }

    function fail(error: unknown): void {
      clearTimeout(timer)
      socket.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
