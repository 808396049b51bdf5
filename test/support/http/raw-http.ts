import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/**
 * Sends raw bytes and returns every response until the server closes. Without `isLast` the client's
 * side stays open, so the request must ask the server to close.
 */
export function sendRaw(port: number, text: string, isLast = true): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, 'latin1')
      if (isLast) socket.end()
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(readAnswers(Buffer.concat(chunks).toString('latin1'))))
  })
}

/** Formats an HTTP/1.1 request with `Host` and the key of account `default`. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const usual = ['Host: 127.0.0.1', 'Authorization: Bearer sandbox_default']
  return [`${line} HTTP/1.1`, ...usual, ...headers, '', body].join('\r\n')
}

const withoutBody = [100, 204, 304]

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    )
    const status = Number(line.slice(9, 12))
    const length = withoutBody.includes(status) ? 0 : Number(headers['content-length'] ?? NaN)
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${text}`)
  }
  return answers
}
