import type { Alias } from '../contract/shapes.ts'
import type { Duration } from '../contract/duration.ts'
import type { AccountView, EntryNotice, EntryView, FaultView } from '../core/views/account-view.ts'
import type { Dropped } from '../core/account/journal.ts'
import type { Outcome } from '../core/account/entry.ts'
import type { Report } from '../core/report/report.ts'
import { toRefusal, toUnreachable } from './error.ts'

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

export type Live = { service: string; status: 'live'; version: string; pid: number }
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
export type ScenarioCard = { name: string; title: string; summary: string; key: string }
/** What is wrong with a scenario; without a place, it is wrong as a whole. */
export type ScenarioProblem = { line: number | null; column: number | null; message: string }
export type ChoiceView = {
  id: string
  question: string
  source: string
  value: unknown
  default: unknown
  alternatives: { value: unknown; tier: string }[]
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
/** Which calls of the journal are meant; all that is given has to match. */
export type RequestFilter = {
  operation?: 'create' | 'list'
  status?: number
  outcome?: Outcome
  /** An entry's id, or a time on the account's clock. */
  since?: string
  limit?: number
}
export type { EntryNotice }
export type JournalView = { requests: EntryView[]; dropped: Dropped }
/** `timeout` is real time, such as `'2s'`; 5 seconds when it is left out. */
export type RequestWait = RequestFilter & { count?: number; timeout?: Duration }

/** The control API of a running sandbox. Every call may throw SandboxError. */
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

  /** Who is there; answered without the control token. */
  live(): Promise<Live> {
    return this.#ask('GET', 'live')
  }

  async actions(): Promise<ActionView[]> {
    const { actions } = await this.#ask<{ actions: ActionView[] }>('GET', 'actions')
    return actions
  }

  account(name: string): Promise<AccountView> {
    return this.#ask('GET', `accounts/${encodeURIComponent(name)}`)
  }

  async accounts(): Promise<AccountView[]> {
    const { accounts } = await this.#ask<{ accounts: AccountView[] }>('GET', 'accounts')
    return accounts
  }

  createAccount(request: object): Promise<AccountView> {
    return this.#ask('POST', 'accounts', request)
  }

  async deleteAccount(name: string): Promise<void> {
    await this.#ask('DELETE', `accounts/${encodeURIComponent(name)}`)
  }

  /** All aliases of an account, those included that `/v1` would show on later pages. */
  async aliases(account: string): Promise<Alias[]> {
    const { aliases } = await this.#ask<{ aliases: Alias[] }>('GET', `${scope(account)}aliases`)
    return aliases
  }

  /** Every scenario that accounts can start in. */
  async scenarios(): Promise<ScenarioCard[]> {
    const { scenarios } = await this.#ask<{ scenarios: ScenarioCard[] }>('GET', 'scenarios')
    return scenarios
  }

  /** Reads a scenario from text: answers it, or what is wrong with it and where. */
  async checkScenario(
    text: string,
    file: string,
  ): Promise<{ scenario: object } | { errors: ScenarioProblem[] }> {
    return this.#ask('POST', 'scenarios/check', { text, file }, undefined, 'errors')
  }

  /** Empties the journal. */
  async forgetRequests(account: string): Promise<void> {
    await this.#ask('DELETE', `${scope(account)}requests`)
  }

  /** What is done where the document is silent, and what else could be. */
  async choices(account: string): Promise<ChoiceView[]> {
    const { choices } = await this.#ask<{ choices: ChoiceView[] }>(
      'GET',
      `${scope(account)}choices`,
    )
    return choices
  }

  fault(account: string, id: string): Promise<FaultView> {
    return this.#ask('GET', `${scope(account)}faults/${encodeURIComponent(id)}`)
  }

  perform(account: string, action: string, args: object = {}): Promise<PerformedView> {
    return this.#ask('POST', `${scope(account)}actions/${encodeURIComponent(action)}`, args)
  }

  /** The journal, oldest first. */
  async requests(account: string, filter: RequestFilter = {}): Promise<EntryView[]> {
    return (await this.journal(account, filter)).requests
  }

  /** The same, with how many calls the journal has dropped, and why. */
  journal(account: string, filter: RequestFilter = {}): Promise<JournalView> {
    return this.#ask('GET', `${scope(account)}requests${toQuery(filter)}`)
  }

  /** One call; 404 when the journal does not hold it. */
  request(account: string, id: string): Promise<EntryView> {
    return this.#ask('GET', `${scope(account)}requests/${encodeURIComponent(id)}`)
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

  /** What the journal of an account, or all of them together, says of the client. */
  report(account: string | undefined): Promise<Report> {
    return this.#ask(
      'GET',
      account === undefined ? 'report?accounts=all' : `${scope(account)}report`,
    )
  }

  /** Everything as it started; accounts made since are gone. */
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

  /** One account as one JSON value. */
  accountState(name: string): Promise<unknown> {
    return this.#ask('GET', `accounts/${encodeURIComponent(name)}/state`)
  }

  /** Replaces one account by what `accountState` has answered, or changes nothing. */
  loadAccountState(name: string, state: unknown): Promise<AccountView> {
    return this.#ask('PUT', `accounts/${encodeURIComponent(name)}/state`, state)
  }

  async #ask<Answer>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    /** A refusal with this field is an answer too. */
    alsoAnswers?: string,
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
    if (response.status === 204) return undefined as Answer
    const answer = await this.#read(response)
    if (response.ok || (alsoAnswers !== undefined && alsoAnswers in answer)) return answer as Answer
    if (typeof answer['message'] === 'string') {
      const { message, field } = answer
      throw toRefusal(response.status, message, typeof field === 'string' ? field : undefined)
    }
    // `ready` answers 503 with its body while the sandbox closes.
    if (response.status === 503 && answer['status'] !== undefined) return answer as Answer
    throw toUnreachable(this.url, true)
  }

  async #fetch(url: string, init: Parameters<Fetch>[1]): Promise<Answered> {
    try {
      return await this.#call(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw toUnreachable(this.url, false, error)
    }
  }

  async #read(response: Answered): Promise<Record<string, unknown>> {
    try {
      const answer: unknown = await response.json()
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
    }
    throw toUnreachable(this.url, true)
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
