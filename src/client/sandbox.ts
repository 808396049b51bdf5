import type { ReportOptions, HistoryFilter } from './filters.ts'
import { Account, type AccountIdentity } from './account.ts'
import type { ControlClient } from './client.ts'
import { refuseBareDurations } from './durations.ts'
import { SandboxError } from './error.ts'
import { refuseUnknownOption, requireObject } from './unsaid.ts'
import { saveFile } from './save-file.ts'
import type { Session } from './saved-session.ts'
import { tellWatcher } from './account-watcher.ts'
import type { ScenarioInput } from './inputs.ts'
import type { Entry, ReplayView, Report, SaveOptions } from './types.ts'

/**
 * The start of an account: the fields of a scenario, or those that replace the fields of a named one.
 *
 * @example
 * const changed = { scenario: 'pro', usage: { daily: 199 }, choices: { page_size: 10 } }
 * const own = { aliases: [{ label: 'shop', expires_at: '+10m' }] }
 */
export type AccountOptions = ScenarioInput & {
  /** A-Z, a-z, 0-9, dash and underscore. Default: generated. */
  name?: string
  /** `sandbox_` and 1 to 100 of A-Z, a-z, 0-9, dash and underscore. Default: generated. */
  apiKey?: string
  scenario?: string
}

type SandboxParts = {
  client: ControlClient
  url: string
  smtpUrl?: string | undefined
  first: AccountIdentity
  /** Stops the sandbox if it was started in this process. */
  stop: () => Promise<void>
}

/**
 * A running sandbox, in this process or in another one. It uses the control API in both cases.
 * Every method may throw SandboxError.
 *
 * @example
 * await using sandbox = await startSandbox({ seed: 42 })
 * const account = await sandbox.account('past_due')
 */
export class Sandbox {
  /** The base URL for clients, without `/v1`. */
  readonly url: string
  /** The address for mail over SMTP, if this process has started the sandbox with `smtp: true`. */
  readonly smtpUrl: string | undefined
  /** The account that exists from the start. */
  readonly defaultAccount: Account
  readonly #session: ControlClient
  readonly #stop: () => Promise<void>
  #stopped: Promise<void> | undefined

  /** @internal */
  constructor({ client, url, smtpUrl, first, stop }: SandboxParts) {
    this.#session = client.branch()
    this.#stop = stop
    this.url = url
    this.smtpUrl = smtpUrl
    this.defaultAccount = this.#toAccount(first)
  }

  /** The API key of the default account. */
  get apiKey(): string {
    return this.defaultAccount.apiKey
  }

  /**
   * Creates an account that shares nothing with others, for example one for each test: in a scenario, by its name or
   * its fields, with changes if needed.
   *
   * @example
   * const account = await sandbox.account('plus', { usage: { daily: 49 } })
   */
  async account(
    scenario: string | AccountOptions = {},
    changes: AccountOptions = {},
  ): Promise<Account> {
    try {
      const request = toCreateAccountRequest(scenario, changes)
      return tellWatcher(
        this.#toAccount(await this.#session.ask('POST accounts', { body: request })),
      )
    } catch (error) {
      throw withOptionNames(error)
    }
  }

  /**
   * Returns an existing account by its name or key, such as one that was created by its first request.
   *
   * @example
   * const account = await sandbox.accountNamed('past_due-test7') // created by the key sandbox_past_due-test7
   * @throws SandboxError `not_found`
   */
  async accountNamed(name: string): Promise<Account> {
    try {
      const view = await this.#session.ask('GET accounts/:account', { account: name })
      return tellWatcher(this.#toAccount(view))
    } catch (error) {
      const found = (await this.accounts()).find(({ apiKey }) => apiKey === name)
      if (found) return tellWatcher(found)
      throw error
    }
  }

  /** Returns all accounts, `default` first. */
  async accounts(): Promise<Account[]> {
    const { accounts } = await this.#session.ask('GET accounts')
    return accounts.map((view) => this.#toAccount(view as AccountIdentity)) // whole, without `fields`
  }

  /** Returns everything that happened in all accounts, oldest first, in one order. */
  async history(filter: HistoryFilter = {}): Promise<Entry[]> {
    return (await this.#session.ask('GET history', { query: filter })).history
  }

  /**
   * Returns start and history of all accounts, for {@link load} and {@link replay}. Its format may change between
   * versions.
   */
  session(): Promise<Session> {
    return this.#session.ask('GET session') as Promise<unknown> as Promise<Session>
  }

  /** Loads a session in place of all accounts, which then stand where they stood; an invalid one changes nothing. */
  async load(session: Session): Promise<void> {
    await this.#session.ask('PUT session', { body: session })
  }

  /**
   * Saves what happened in all accounts as a file, by its ending: a session (`.json`) or a page (`.html`), which opens
   * in any browser, or HAR 1.2 (`.har`). A scenario (`.yaml`) is that of the default account.
   *
   * @example
   * await sandbox.save('bug.json') // then: alias-sandbox replay bug.json
   */
  save(file: string, options: SaveOptions = {}): Promise<void> {
    return saveFile(this.#session, file, options)
  }

  /**
   * Replays a session beside all accounts, and compares each answer with the recorded one.
   *
   * @example
   * const { first } = await sandbox.replay(JSON.parse(await readFile('bug.json', 'utf8')))
   * expect(first).toBeNull() // all answers are equal
   */
  replay(session: Session): Promise<ReplayView> {
    return this.#session.ask('POST replay', { body: session })
  }

  /** Reports on the client by the requests of all accounts. With `strict`, a rule fails where its verdict would be advice. */
  async report(options: ReportOptions = {}): Promise<Report> {
    refuseUnknownOption(options, ['strict'])
    const query = { ...options, accounts: 'all' } as const
    return this.#session.ask('GET report', { account: 'default', query })
  }

  /** Resets the sandbox to its initial state; accounts created since are deleted. */
  async reset(): Promise<void> {
    await this.#session.ask('POST reset')
  }

  /**
   * Closes the sandbox at once; may be called more than once. A sandbox that this process started stops
   * listening. A sandbox that this process connected to keeps running with its accounts.
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

/** Converts the options to a request of the control API. */
function toCreateAccountRequest(
  scenario: string | AccountOptions,
  changes: AccountOptions,
): object {
  const start = typeof scenario === 'string' ? { scenario } : scenario
  requireObject(start, 'the scenario')
  requireObject(changes, 'the changes')
  const { apiKey, ...fields } = { ...start, ...changes }
  refuseBareDurations(fields)
  refuseOtherSpellings(fields)
  return { ...fields, ...(apiKey !== undefined && { api_key: apiKey }) }
}

/** The control API would suggest its own name for the option `apiKey`. */
function refuseOtherSpellings(options: object): void {
  const name = Object.keys(options).find((each) => /^api[-_]?key$/i.test(each))
  if (name === undefined) return
  const message = `unknown field ${JSON.stringify(name)} (did you mean "apiKey"?)`
  throw new SandboxError('bad_argument', message, { field: name })
}

/** Names the option `apiKey`, which is `api_key` in the control API. */
function withOptionNames(error: unknown): unknown {
  if (!(error instanceof SandboxError) || error.field !== 'api_key') return error
  const { code, message, status } = error
  return new SandboxError(code, message, { field: 'apiKey', status })
}
