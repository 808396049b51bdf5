import type { ApiResponse } from '../../contract/history/entry.ts'

/**
 * A successful answer that makes its body when it is read. For a program it has the fields of any answer: nothing else is
 * in a copy of it, or in JSON.
 */
export class LazyResponse implements ApiResponse {
  readonly status = 200
  readonly headers = {}
  declare readonly body: string
  readonly #bytes: number
  readonly #pieces: () => string[]

  /** @param bytes the memory that it takes */
  constructor(bytes: number, pieces: () => string[]) {
    this.#bytes = bytes
    this.#pieces = pieces
    Object.defineProperty(this, 'body', { enumerable: true, get: () => pieces().join('') })
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The body in pieces, to send a large one without building it as one string. */
  pieces(): string[] {
    return this.#pieces()
  }
}

/** The length of the body in characters; one that is made in pieces is not built for that. */
export function bodySize(response: ApiResponse): number {
  return response instanceof LazyResponse ? lengthOf(response.pieces()) : response.body.length
}

/** The length of all pieces, in characters. */
export function lengthOf(pieces: readonly string[]): number {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}
