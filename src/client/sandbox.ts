import type { ScenarioInput } from '../contract/action-input.ts'
import type { Report } from '../core/report/report.ts'
import { Account, type AccountIdentity } from './account.ts'
import type { ControlClient } from './client.ts'
import { refuseBareDurations } from './durations.ts'
import { SandboxError } from './error.ts'
import { ClientSession } from './client-session.ts'

/**
 * How an account is wished for: by the name of a scenario, with changes to it, or by a scenario of
 * one's own.
 *
 * @example
 * const changed = { scenario: 'pro', usage: { daily: 199 }, choices: { page_size: 10 } }
 * const own = { scenario: { aliases: [{ label: 'shop', expires_at: '+10m' }] } }
 */
export type AccountOptions = {
  /** A-Z, a-z, 0-9, dash and underscore; made when left out. */
  name?: string
  /** `sandbox_` and 1 to 100 of A-Z, a-z, 0-9, dash and underscore; made when left out. */
  apiKey?: string
} & (
  | ({ scenario?: string } & Omit<ScenarioInput, 'title' | 'summary' | 'expect'>)
  | { scenario: ScenarioInput }
)

declare const snapshot: unique symbol
/** A whole sandbox as one JSON value, to be handed to `restore`; what is in it may change between versions. */
export type SandboxSnapshot = { readonly [snapshot]: 'sandbox' }

/** What a sandbox is made of, whoever opens it. */
type Opened = {
  client: ControlClient
  url: string
  first: AccountIdentity
  /** Ends what was opened. */
  stop: () => Promise<void>
}

/**
 * A running sandbox, in this process or elsewhere: the same methods, over the same control API.
 * Every method may throw SandboxError.
 *
 * @example
 * await using sandbox = await startSandbox({ seed: 42 })
 * const account = await sandbox.account({ scenario: 'past_due' })
 */
export class Sandbox {
  /** The base URL for clients, without `/v1`. */
  readonly url: string
  /** The account that was there from the start. */
  readonly defaultAccount: Account
  readonly #session: ClientSession
  readonly #stop: () => Promise<void>
  #stopped: Promise<void> | undefined

  /** @internal */
  constructor({ client, url, first, stop }: Opened) {
    this.#session = new ClientSession(client)
    this.#stop = stop
    this.url = url
    this.defaultAccount = this.#toAccount(first)
  }

  /** The key of the account that was there from the start. */
  get apiKey(): string {
    return this.defaultAccount.apiKey
  }

  /**
   * Makes an account of its own, which shares nothing with others: one for each test, say.
   *
   * @example
   * const account = await sandbox.account({ scenario: 'plus', usage: { daily: 49 } })
   */
  async account(options: AccountOptions = {}): Promise<Account> {
    try {
      const request = toCreateAccountRequest(options)
      return this.#toAccount(await this.#session.ask((client) => client.createAccount(request)))
    } catch (error) {
      throw inWordsOfOptions(error)
    }
  }

  /**
   * An account that is there already, such as one that a key has made.
   *
   * @example
   * const account = await sandbox.accountNamed('past_due-test7') // of the key sandbox_past_due-test7
   * @throws SandboxError `not_found`
   */
  async accountNamed(name: string): Promise<Account> {
    return this.#toAccount(await this.#session.ask((client) => client.account(name)))
  }

  /** All accounts, `default` first. */
  async accounts(): Promise<Account[]> {
    const views = await this.#session.ask((client) => client.accounts())
    return views.map((view) => this.#toAccount(view))
  }

  /** What the calls of all accounts say of the client. */
  report(): Promise<Report> {
    return this.#session.ask((client) => client.report(undefined))
  }

  /** Everything as it started; accounts made since are gone. */
  async reset(): Promise<void> {
    await this.#session.ask((client) => client.reset())
  }

  /** The whole sandbox as one value, to go back to; the same that `alias-sandbox state save` writes. */
  snapshot(): Promise<SandboxSnapshot> {
    return this.#session.ask((client) => client.state()) as Promise<SandboxSnapshot>
  }

  /** Replaces the whole sandbox by what `snapshot` has answered, or changes nothing. */
  async restore(from: SandboxSnapshot): Promise<void> {
    await this.#session.ask((client) => client.loadState(from))
  }

  /**
   * Ends it at once; may be called again. One that was started here stops listening and leaves nothing
   * behind; one that was connected to goes on for others, with its accounts.
   */
  close(): Promise<void> {
    this.#session.end(`the sandbox at ${this.url} was closed`)
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  /** Closes it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #toAccount(identity: AccountIdentity): Account {
    return new Account(this.#session.branch(), this.url, identity)
  }
}

/** The options as the control API takes them: a scenario of one's own is laid over the plain one. */
function toCreateAccountRequest({ apiKey, scenario, ...more }: AccountOptions): object {
  refuseBareDurations(typeof scenario === 'object' ? scenario : more)
  const request = { ...more, ...(apiKey !== undefined && { api_key: apiKey }) }
  if (typeof scenario !== 'object')
    return scenario === undefined ? request : { ...request, scenario }
  const beside = Object.keys(more).find((option) => option !== 'name')
  if (beside === undefined) return { ...scenario, ...request }
  const message = `${beside}: put it into the scenario, which is an object of its own here`
  throw new SandboxError('bad_argument', message, { field: beside })
}

/** The control API says `api_key` where the option is `apiKey`. */
function inWordsOfOptions(error: unknown): unknown {
  if (!(error instanceof SandboxError) || error.code !== 'bad_argument') return error
  const { code, message, field, status } = error
  return new SandboxError(code, message.replaceAll('api_key', 'apiKey'), {
    ...(field !== undefined && { field: field === 'api_key' ? 'apiKey' : field }),
    ...(status !== undefined && { status }),
  })
}
