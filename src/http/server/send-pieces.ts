import type { ServerResponse } from 'node:http'

/** How much is written at once; the rest is composed and copied as the client reads. */
const PIECE_CHARACTERS = 64 * 1_024

/** A piece of a text: as such, or its bytes. */
export type Piece = string | Uint8Array

/** A short text as a whole. */
export function joined(pieces: readonly Piece[]): string {
  const texts = pieces.map((piece) => {
    return typeof piece === 'string' ? piece : Buffer.from(piece).toString()
  })
  return texts.join('')
}

/**
 * Sends a long text at the pace of the client, so that unread parts are not copied to the socket's buffer.
 * The body is the concatenation of the pieces, which are JSON already.
 */
export function sendPieces(
  response: ServerResponse,
  status: number,
  pieces: readonly Piece[],
  headers: Record<string, string>,
): void {
  let length = 0
  for (const piece of pieces) length += Buffer.byteLength(piece)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': length,
    ...headers,
  })
  const slices = slicesOf(pieces)
  const next = () => {
    // No for…of: leaving it early would close the iterator.
    for (let slice = slices.next(); !slice.done; slice = slices.next()) {
      if (!response.write(slice.value)) {
        response.once('drain', next)
        return
      }
    }
    response.end()
  }
  next()
}

/** Cuts the same text into slices of about equal length. */
export function* slicesOf(pieces: readonly Piece[]): IterableIterator<Piece> {
  let slice = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (slice !== '') yield slice
      slice = ''
      for (let at = 0; at < piece.length; at += PIECE_CHARACTERS) {
        yield piece.subarray(at, at + PIECE_CHARACTERS)
      }
      continue
    }
    for (let start = 0; start < piece.length;) {
      const end = endOfSlice(piece, start + PIECE_CHARACTERS - slice.length)
      slice += piece.slice(start, end)
      start = end
      if (slice.length >= PIECE_CHARACTERS) {
        yield slice
        slice = ''
      }
    }
  }
  if (slice !== '') yield slice
}

/** Moves the end so that it does not split a surrogate pair; each half alone would be sent as U+FFFD. */
function endOfSlice(text: string, end: number): number {
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}
