import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

export type BodyRead = { text: string | null; unreadable?: 'too_large' | 'not_utf8' }

/**
 * How much of a body that is too large is waited for before it is answered: so many limits. One that is
 * declared to be larger is answered at once.
 */
const AWAITED = 16

/** Reads a body as text, up to `limit` bytes; undefined when the client goes away before it is whole. */
export function readBody(request: IncomingMessage, limit: number): Promise<BodyRead | undefined> {
  if (!hasBody(request)) return Promise.resolve({ text: null })
  return new Promise((resolve) => takeBody(request, limit, resolve, () => resolve(undefined)))
}

/**
 * The same for those who cannot wait for a promise. What is beyond the limit is thrown away as it
 * comes, until the request's time is over: a client that is cut off while it writes would see a
 * reset connection and not the answer.
 */
export function takeBody(
  request: IncomingMessage,
  limit: number,
  take: (body: BodyRead) => void,
  leave: () => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false
  if (Number(request.headers['content-length'] ?? 0) > limit * AWAITED) {
    isOver = true
    take({ text: null, unreadable: 'too_large' })
  }
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else if (size > limit * AWAITED) {
      isOver = true
      take({ text: null, unreadable: 'too_large' })
    }
  })
  request.on('end', () => {
    if (!isOver) take(size > limit ? { text: null, unreadable: 'too_large' } : toText(chunks))
    isOver = true
  })
  // Also when the client goes away.
  request.on('error', () => {
    if (!isOver) leave()
    isOver = true
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
