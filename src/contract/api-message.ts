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
  /**
   * The connection of the request, and how many answers of `/v1` had ended when it was opened, or when
   * its last answer ended: the request was sent after them.
   */
  connection?: {
    readonly id: number
    readonly freeAfter?: number
    /** Is this the first request on it? */
    readonly isNew?: boolean
  }
}

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The value of the header Retry-After, in seconds of real time. */
  readonly retryAfterSeconds?: number | undefined
  readonly body: string
  /** The memory that the body needs, in bytes; set if the body is built only when it is read. */
  readonly weight?: number
  /** The body in pieces, to send a large body without building it as one string. */
  readonly pieces?: () => string[]
}
