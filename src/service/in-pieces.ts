import type { Piece } from '../text/bytes.ts'

/** The usual time between two pieces: much shorter than clients wait for the next byte. */
const PIECE_MS = 100

/** Cuts a body into the pieces of an answer that dribbles in, with the time before each. */
export function inPieces(bytes: Uint8Array, ms: number): { pieces: Uint8Array[]; everyMs: number } {
  const count = Math.min(bytes.length, Math.max(2, Math.ceil(ms / PIECE_MS)))
  const cut = (at: number) => Math.floor((bytes.length * at) / count)
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(cut(at), cut(at + 1)))
  return { pieces, everyMs: ms / count }
}

/** A body whose pieces come one after another, each after a pause, whether they are read or not. */
export function comingInPieces(
  pieces: readonly Piece[],
  pause: () => Promise<void>,
): { body: AsyncIterable<Piece>; sent: Promise<unknown> } {
  let sent: Promise<unknown> = Promise.resolve()
  const coming = pieces.map((piece) => {
    const next = sent.then(pause).then(() => piece)
    sent = next
    return next
  })
  return { body: inTurn(coming), sent }
}

async function* inTurn(coming: readonly Promise<Piece>[]): AsyncGenerator<Piece> {
  for (const piece of coming) yield await piece
}
