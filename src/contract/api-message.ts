/** A call as it came to `/v1`. The key is cut from its headers before it gets here. */
export type ApiRequest = {
  method: string
  path: string
  /** The query without its question mark. */
  query: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  contentType: string | undefined
  /** The body's text; null for none; why it cannot be read, when it cannot. */
  body: string | null
  unreadable?: 'too_large' | 'not_utf8'
  /** Which connection it came on, and how many were open then. */
  connection?: { id: number; open: number }
}

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** How long the client is told to wait, in seconds of real time: what the header Retry-After says. */
  readonly retryAfterSeconds?: number | undefined
  readonly body: string
  /** What the body needs in memory, in bytes, where it is composed only when it is read. */
  readonly weight?: number
  /** The body as the parts that it is composed of, for one that is too large to be composed. */
  readonly pieces?: () => string[]
}
