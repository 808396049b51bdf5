/** A request to `/v1`. The keys in its headers are masked. */
export type ApiRequest = {
  method: string
  path: string
  /** The query without its question mark. */
  query: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  contentType: string | undefined
  /** The text of the body; null if there is none. `unreadable` is set if it could not be read. */
  body: string | null
  unreadable?: 'too_large' | 'not_utf8'
  /** Of headers and body, only the beginning was recorded, since the call was refused. */
  isShortened?: true
  /** When it arrived, in the order of the server's events; undefined if nobody counted. */
  arrived?: number
  /** Its connection, which all requests on it share; undefined in process. */
  connection?: Connection
}

/** The connection of requests. When it was opened and closed are places in the order of the server's events. */
export type Connection = {
  readonly id: number
  readonly opened?: number | undefined
  /** Undefined as long as it is open. */
  closed?: number | undefined
}

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The value of the header Retry-After, in seconds of real time. */
  readonly retryAfterSeconds?: number | undefined
  readonly body: string
  /** The memory that it takes; set if the body is made only when it is read. */
  readonly bytes?: number
  /** The body in pieces, to send a large body without building it as one string. */
  readonly pieces?: () => string[]
}

/** How long the body is, in characters; a body in pieces is not built for that. */
export function bodySize(response: ApiResponse): number {
  const pieces = response.pieces?.()
  return pieces ? lengthOf(pieces) : response.body.length
}

/** The length of all pieces, in characters. */
export function lengthOf(pieces: readonly string[]): number {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}
