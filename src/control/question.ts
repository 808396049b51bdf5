/** A request to the control API, from whatever host. */
export type Question = {
  method: string
  /** The whole path of the target, percent-encoded. */
  path: string
  /** The part after the question mark. */
  query: string
  /** By names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Reads the body, up to so many bytes; as bytes if that is asked for. Rejects with the reason of `left` when the
   * asker leaves before its end.
   */
  read: (limit: number, asBytes: boolean) => Promise<Body>
} & Asker

/** A body as text or, if that was asked for, as bytes that are UTF-8. */
export type Body = {
  text: string | null
  bytes?: Uint8Array<ArrayBuffer>
  unreadable?: 'too_large' | 'not_utf8' | 'no_room'
}

/** A client that waits for a reply. */
export type Asker = {
  /** Aborted when the asker has left, or the sandbox closes: nobody waits for the answer. */
  left: AbortSignal
  /** Aborted when the reply was sent, or cannot be sent any more. */
  over: AbortSignal
  /** Others wait until the reply was sent: an asker that reads nothing is cut off soon. */
  hurry: () => void
}
