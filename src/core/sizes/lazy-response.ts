import type { ApiResponse } from '../../contract/history/entry.ts'

/**
 * A successful answer that makes its body when it is read. For a program it has the fields of any answer: its methods
 * are in no copy of it, and in no JSON.
 */
export abstract class LazyResponse implements ApiResponse {
  readonly status = 200
  readonly headers = {}
  declare readonly body: string

  constructor() {
    Object.defineProperty(this, 'body', body)
  }

  /** The memory that it takes. */
  abstract get bytes(): number
  /** The body in pieces, to send a large one without building it as one string. */
  abstract pieces(): string[]
}

const body: PropertyDescriptor & ThisType<LazyResponse> = {
  enumerable: true,
  get() {
    return this.pieces().join('')
  },
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
