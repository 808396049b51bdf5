import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

export type BodyRead = { text: string | null; unreadable?: 'too_large' | 'not_utf8' }

/** How much of a body that is too large is still taken in, so that the client hears the answer. */
const DRAINED = 16

/**
 * Reads a body as text, up to `limit` bytes. What is beyond is thrown away, within bounds: a client
 * that is cut off while it writes would see a reset connection and not the answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<BodyRead> {
  if (!hasBody(request)) return Promise.resolve({ text: null })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > limit * DRAINED) {
        request.pause()
        resolve({ text: null, unreadable: 'too_large' })
      }
    })
    request.on('end', () =>
      resolve(size > limit ? { text: null, unreadable: 'too_large' } : toText(chunks)),
    )
    request.on('error', reject)
    request.on('aborted', () => reject(new Error('the client went away')))
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
}

function toText(chunks: readonly Buffer[]): BodyRead {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: null, unreadable: 'not_utf8' }
}
