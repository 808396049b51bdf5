/** The usual time between two pieces: much shorter than clients wait for the next byte. */
const PIECE_MS = 100

/** Cuts a body into the pieces of an answer that dribbles in, with the time before each. */
export function inPieces(bytes: Uint8Array, ms: number): { pieces: Uint8Array[]; everyMs: number } {
  const count = Math.min(bytes.length, Math.max(2, Math.ceil(ms / PIECE_MS)))
  const cut = (at: number) => Math.floor((bytes.length * at) / count)
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(cut(at), cut(at + 1)))
  return { pieces, everyMs: ms / count }
}
