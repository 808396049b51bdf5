export type ClientOptions = {
  /** The address of the sandbox, such as `http://127.0.0.1:25427`. */
  url: string
  /** The control token, if the sandbox requires one. */
  token?: string | undefined
  /** The actor, as the history names it. Default: `library`. */
  origin?: 'cli' | 'library' | 'dashboard'
  /** Sends the requests. */
  fetch: Fetch
  /** Is the sandbox in this program, where no connection shows which requests are open? */
  hasNoPort?: true
}

/** The part of `fetch` that this client uses. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    redirect: 'manual'
    body?: string
    signal?: AbortSignal
  },
) => Promise<FetchAnswer>

export type FetchAnswer = {
  readonly ok: boolean
  readonly status: number
  json: () => Promise<unknown>
  /** Absent in a page, where no answer is bytes. */
  arrayBuffer?: () => Promise<ArrayBuffer>
}
