import type { AccountView, EntryView } from '../core/account-view.ts'
import type { Report } from '../core/report/report.ts'

/** The one way to speak to a sandbox's control API: fetch only, so that it runs anywhere. */

export type ClientOptions = {
  /** Where the sandbox runs, such as `http://127.0.0.1:25427`. */
  url: string
  /** The control token, where the sandbox asks for one. */
  token?: string | undefined
  /** What calls are made with; the global `fetch` when left out. */
  fetch?: Fetch
}

/** As much of `fetch` as is used here. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    redirect: 'manual'
    body?: string
    signal?: AbortSignal
  },
) => Promise<Answered>

type Answered = { readonly ok: boolean; readonly status: number; json: () => Promise<unknown> }

export type Ready = {
  status: 'ready' | 'closing'
  version: string
  scenario: string
  seed: number
  accounts: number
}
export type ActionView = {
  name: string
  group: string
  summary: string
  source?: string
  /** JSON Schema. */
  arguments: Record<string, unknown>
}
type FiredView = { at: string; event: string } & Record<string, unknown>
export type PerformedView = {
  action: string
  account: string
  /** ISO, the account's clock. */
  now: string
  result: unknown
  fired: FiredView[]
  fired_total?: number
}
export type RequestFilter = {
  operation?: 'create' | 'list'
  status?: number
  outcome?: string
  /** An entry's id, or a time on the account's clock. */
  since?: string
  limit?: number
}
export type RequestWait = RequestFilter & { count?: number; timeout?: string }

/** The sandbox answered that it will not: bad arguments (400), not there (404), not now (409), no token (401). */
export class ControlError extends Error {
  readonly status: number
  /** The argument that is wrong, where it is one. */
  readonly field: string | undefined

  constructor(status: number, message: string, field?: string) {
    super(message)
    this.name = 'ControlError'
    this.status = status
    this.field = field
  }
}

/** Nothing answers, or what answers is no sandbox. */
export class UnreachableError extends Error {
  readonly url: string
  readonly isForeign: boolean

  constructor(url: string, isForeign: boolean, cause?: unknown) {
    super(isForeign ? `what answers at ${url} is no alias-sandbox` : `nothing answers at ${url}`, {
      cause,
    })
    this.name = 'UnreachableError'
    this.url = url
    this.isForeign = isForeign
  }
}

/** The control API of a running sandbox. Every call may throw ControlError or UnreachableError. */
export class ControlClient {
  readonly url: string
  readonly #headers: Record<string, string>
  readonly #call: Fetch

  /** @throws TypeError when the URL is none. */
  constructor({
    url,
    token,
    fetch: call = (address, init) => fetch(address, init),
  }: ClientOptions) {
    this.#call = call
    this.url = new URL(url).origin
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  }

  ready(signal?: AbortSignal): Promise<Ready> {
    return this.#ask('GET', 'ready', undefined, signal)
  }

  async actions(): Promise<ActionView[]> {
    const { actions } = await this.#ask<{ actions: ActionView[] }>('GET', 'actions')
    return actions
  }

  account(name: string): Promise<AccountView> {
    return this.#ask('GET', `accounts/${encodeURIComponent(name)}`)
  }

  perform(account: string, action: string, given: object = {}): Promise<PerformedView> {
    return this.#ask('POST', `${scope(account)}actions/${encodeURIComponent(action)}`, given)
  }

  /** The journal, oldest first. */
  async requests(account: string, filter: RequestFilter = {}): Promise<EntryView[]> {
    const path = `${scope(account)}requests${toQuery(filter)}`
    const { requests } = await this.#ask<{ requests: EntryView[] }>('GET', path)
    return requests
  }

  /** Waits on the other side until `count` calls match; throws ControlError 408 when they don't come. */
  async waitForRequests(
    account: string,
    filter: RequestWait,
    signal?: AbortSignal,
  ): Promise<EntryView[]> {
    const path = `${scope(account)}requests/wait${toQuery(filter)}`
    const answer = this.#ask<{ requests: EntryView[] }>('GET', path, undefined, signal)
    return (await answer).requests
  }

  /** Everything as it started; accounts made since are gone. */
  /** What the journal of an account, or all of them together, says of the client. */
  report(account: string | undefined): Promise<Report> {
    return this.#ask(
      'GET',
      account === undefined ? 'report?accounts=all' : `${scope(account)}report`,
    )
  }

  async reset(): Promise<AccountView[]> {
    const { accounts } = await this.#ask<{ accounts: AccountView[] }>('POST', 'reset', {})
    return accounts
  }

  /** The whole sandbox as one JSON value. */
  state(): Promise<unknown> {
    return this.#ask('GET', 'state')
  }

  /** Replaces the whole sandbox, or changes nothing. */
  async loadState(state: unknown): Promise<AccountView[]> {
    const { accounts } = await this.#ask<{ accounts: AccountView[] }>('PUT', 'state', state)
    return accounts
  }

  async #ask<Answer>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await this.#fetch(`${this.url}/_sandbox/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const answer = await this.#read(response)
    if (response.ok) return answer as Answer
    if (typeof answer['message'] === 'string') {
      const { message, field } = answer
      throw new ControlError(
        response.status,
        message,
        typeof field === 'string' ? field : undefined,
      )
    }
    // `ready` answers 503 with its body while the sandbox closes.
    if (response.status === 503 && answer['status'] !== undefined) return answer as Answer
    throw new UnreachableError(this.url, true)
  }

  async #fetch(url: string, init: Parameters<Fetch>[1]): Promise<Answered> {
    try {
      return await this.#call(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new UnreachableError(this.url, false, error)
    }
  }

  async #read(response: Answered): Promise<Record<string, unknown>> {
    try {
      const answer: unknown = await response.json()
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
    }
    throw new UnreachableError(this.url, true)
  }
}

function scope(account: string): string {
  return account === 'default' ? '' : `accounts/${encodeURIComponent(account)}/`
}

function toQuery(filter: RequestWait): string {
  const pairs = Object.entries(filter).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
