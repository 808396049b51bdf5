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
  /** The connection of the request. The moments are those of the server, as the answers' are. */
  connection?: {
    readonly id: number
    /** When it was opened, or when its last answer ended: the request was sent after that. */
    readonly freeAfter?: number
    /** When a new one was accepted, if it may have been opened later than `freeAfter` but not after this. */
    readonly openedBefore?: number
    /** Is this the first request on it? False if another call was; undefined if only requests that are not calls were. */
    readonly isNew?: boolean | undefined
    /** When the request arrived: it was sent before any later moment. */
    readonly arrivedAfter?: number
    /** Shared by all requests on it. */
    readonly life?: ConnectionLife
  }
}

/** What becomes of a connection after its requests. */
export type ConnectionLife = {
  /** When it was closed, by either side; absent as long as it is open. */
  closedAfter?: number
}

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The value of the header Retry-After, in seconds of real time. */
  readonly retryAfterSeconds?: number | undefined
  readonly body: string
  /** The memory that it needs, in bytes; set if the body is built only when it is read. */
  readonly weight?: number
  /** The body in pieces, to send a large body without building it as one string. */
  readonly pieces?: () => string[]
}

/** About how long the body is, in characters; a body in pieces is not built for that. */
export function bodySize(response: ApiResponse): number {
  const { pieces, weight } = response
  return pieces !== undefined && weight !== undefined ? weight : response.body.length
}
