import type { ServerResponse } from 'node:http'

/** How much is handed over at once: the rest is made and copied as the client reads. */
const PIECE_CHARACTERS = 64 * 1_024

/**
 * Sends a long text as its client reads it: what nobody reads is not copied for the system either.
 * The pieces are JSON already; the whole is their concatenation.
 */
export function sendPieces(
  response: ServerResponse,
  status: number,
  pieces: readonly string[],
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
    // Taken by hand: leaving a loop would end the iterator.
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

/** The same text in slices of about the same length. */
export function* slicesOf(pieces: readonly string[]): IterableIterator<string> {
  let slice = ''
  for (const piece of pieces) {
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

/** A character of two code units is not cut in two: each half alone would be sent as another. */
function endOfSlice(text: string, end: number): number {
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}
