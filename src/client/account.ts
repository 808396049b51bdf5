import { ArmedFault } from './armed-fault.ts'
import type {
  AliasFilter,
  HistoryFilter,
  RawMail,
  ReportOptions,
  RequestFilter,
  RequestWait,
} from './filters.ts'
import { Clock } from './clock.ts'
import { refuseBareDurations } from './durations.ts'
import { SandboxError } from './error.ts'
import { Inbox } from './inbox.ts'
import { refuseLateMove } from './fake-timers.ts'
import type { Performed } from './performed.ts'
import type { ControlClient } from './client.ts'
import { refuseUnknownOption, requireObject } from './unsaid.ts'
import { withHints } from './request-hints.ts'
import { saveFile } from './save-file.ts'
import type { Session } from './saved-session.ts'
import { toWaitingAccount } from './waiting-account.ts'
import type { ActionInput } from './inputs.ts'
import type {
  AccountView,
  ActionName,
  Alias,
  ListedRequest,
  Fault,
  FaultKind,
  Entry,
  Report,
  SaveOptions,
} from './types.ts'

/** The arguments of an action; optional if the action requires none. */
type Arguments<Name extends ActionName> =
  ActionInput<Name> extends Record<string, never>
    ? [args?: Record<string, never>]
    : object extends ActionInput<Name>
      ? [args?: ActionInput<Name>]
      : [args: ActionInput<Name>]

/** The arguments of a fault beside its kind; optional if the kind requires none. */
type FaultOptions<Kind extends FaultKind> =
  OptionsOf<Fault, Kind> extends infer Options
    ? object extends Options
      ? [options?: Options]
      : [options: Options]
    : never
type OptionsOf<Each, Kind> = Each extends { kind: infer Own }
  ? Kind extends Own
    ? Omit<Each, 'kind'>
    : never
  : never

/** The facts that identify an account. */
export type AccountIdentity = Pick<AccountView, 'name' | 'first_key'>

/**
 * One customer of the imitated service, with its own key, clock, plan, limits, faults and history. Pass
 * `url` and `apiKey` to the client that you test.
 *
 * @example
 * const account = await sandbox.account('past_due')
 * const client = new MyClient({ baseUrl: account.url, apiKey: account.apiKey })
 * await expect(client.createAlias()).rejects.toThrow('payment')
 * await account.do('settle_invoice')
 */
export class Account {
  readonly name: string
  /** The base URL for the client, without `/v1`. */
  readonly url: string
  /** The first API key of the account. It does not change when the key is rotated. */
  readonly apiKey: string
  readonly clock: Clock
  /** The mails that were forwarded to the owner. */
  readonly inbox: Inbox
  readonly #session: ControlClient
  #removed: Promise<void> | undefined

  /** @internal */
  constructor(session: ControlClient, url: string, { name, first_key: firstKey }: AccountIdentity) {
    this.#session = session
    this.url = url
    this.name = name
    this.apiKey = firstKey
    this.inbox = new Inbox(session, name)
    this.clock = new Clock(
      (action, args) => this.#perform(action, args),
      async () => new Date((await this.state()).clock.now),
      (realm) => toWaitingAccount(session, url, name, realm),
    )
  }

  /**
   * Runs an action on the account: something that happens outside `/v1`, such as a payment.
   *
   * @throws SandboxError `refused` when the action is not possible now; nothing has changed then.
   * @example
   * await account.do('settle_invoice')
   * await account.do('suspend_alias', { id: alias.id, reason: 'spam' })
   */
  do<Name extends ActionName>(
    action: Name,
    ...[args = {}]: Arguments<Name>
  ): Promise<Performed<Name>> {
    return this.#perform(action, args)
  }

  /**
   * Arms a fault: a documented error response, or a network failure.
   *
   * @example
   * const outage = await account.fail('outage', { times: 2 })
   * await client.listAliases() // retries twice
   * expect(await outage.hits()).toBe(2)
   */
  async fail<Kind extends FaultKind>(
    kind: Kind,
    ...[options = {}]: FaultOptions<Kind>
  ): Promise<ArmedFault> {
    requireObject(options, `the options of ${kind}`)
    const { result } = await this.#perform('arm_fault', { ...(options as object), kind })
    return new ArmedFault(this.#session, this.name, result.fault)
  }

  /**
   * Delivers a mail, as another mail server would: by its fields, or as it is sent (`raw`). `outcome` says whether it
   * was forwarded, and `smtp` what its sender heard.
   *
   * @example
   * const { outcome } = await account.deliver({ to: alias.address, subject: 'Your code', text: '482913' })
   */
  async deliver(
    mail: ActionInput<'deliver_mail'> | RawMail,
  ): Promise<Performed<'deliver_mail'>['result']> {
    const performed = isRaw(mail)
      ? await this.#session.ask('POST inbox', { account: this.name, body: mail })
      : await this.#perform('deliver_mail', mail)
    return (performed as Performed<'deliver_mail'>).result
  }

  /** Returns the full state of the account: plan, billing, clock, usage, faults, prediction of the next request. */
  state(): Promise<AccountView> {
    return this.#session.ask('GET accounts/:account', { account: this.name })
  }

  /** Returns how much of each limit is used: burst, daily, forwards. */
  async usage(): Promise<AccountView['usage']> {
    return (await this.state()).usage
  }

  /**
   * Returns the aliases of the account, regardless of the page size of `/v1`: all, or those that match.
   *
   * @example
   * const suspended = await account.aliases({ search: 'shop', status: 'suspended' })
   */
  async aliases(filter: AliasFilter = {}): Promise<Alias[]> {
    const { aliases } = await this.#session.ask('GET aliases', {
      account: this.name,
      query: filter,
    })
    return aliases
  }

  /**
   * Returns the requests that the account received, oldest first, each with the reason for its response.
   *
   * @example
   * const [refused] = await account.requests({ outcome: 'daily_cap' })
   * console.log(refused?.why)
   */
  async requests(filter: RequestFilter = {}): Promise<ListedRequest[]> {
    const asked = { account: this.name, query: filter }
    return withHints((await this.#session.ask('GET requests', asked)).requests)
  }

  /**
   * Waits for a request that matches; returns at once if there was one already.
   *
   * @throws SandboxError `timeout` when no request matched within `timeout` of real time (default: 5 s).
   * @example
   * const { request } = await account.waitForRequest({ operation: 'create', timeout: '2s' })
   */
  async waitForRequest(filter: Omit<RequestWait, 'count'> = {}): Promise<ListedRequest> {
    requireObject(filter, 'the filter')
    const [first] = await this.waitForRequests({ ...filter, count: 1 })
    return first! // the response holds at least `count` requests
  }

  /** Waits until `count` requests match, and returns all that match. */
  async waitForRequests(filter: RequestWait): Promise<ListedRequest[]> {
    refuseBareDurations(filter)
    const asked = { account: this.name, query: filter }
    return withHints((await this.#session.ask('GET requests/wait', asked)).requests)
  }

  /**
   * Returns everything that happened in the account, oldest first: requests, actions, and the events that
   * followed.
   *
   * @example
   * const actions = await account.history({ types: ['action'] })
   */
  async history(filter: HistoryFilter = {}): Promise<Entry[]> {
    const asked = { account: this.name, query: filter }
    return (await this.#session.ask('GET accounts/:account/history', asked)).history
  }

  /** Returns start and history of the account, for `sandbox.replay`. Without `default`, `sandbox.load` refuses it. */
  session(): Promise<Session> {
    const session = this.#session.ask('GET session', { query: { account: this.name } })
    return session as Promise<unknown> as Promise<Session>
  }

  /**
   * Saves what happened in the account as a file, by its ending: a session (`.json`), a page (`.html`), which opens in
   * any browser and goes on from any entry, the shortest scenario with the same outcomes (`.yaml`), or HAR 1.2 (`.har`).
   *
   * @example
   * await account.save('history.html', { note: 'The second list is empty' })
   */
  save(file: string, options: SaveOptions = {}): Promise<void> {
    return saveFile(this.#session, file, { ...options, account: this.name })
  }

  /**
   * Takes the account back, its clock and its keys too: to before an entry of its history, or to before its last action
   * that was performed and not undone. The history stays.
   *
   * @throws SandboxError `not_found` when there is no such entry, `refused` when it is too long ago, or when there is
   * no action to undo.
   * @example
   * await account.undo('act_3')
   */
  async undo(id?: string): Promise<void> {
    const body = id === undefined ? {} : { to: id }
    await this.#session.ask('POST accounts/:account/undo', { account: this.name, body })
  }

  /**
   * Creates an account with the state of this one, now or before an entry of its history. It has its own key.
   *
   * @example
   * const before = await account.fork({ at: 'req_12' })
   */
  async fork(options: { at?: string; name?: string } = {}): Promise<Account> {
    const asked = { account: this.name, body: options }
    const view = await this.#session.ask('POST accounts/:account/fork', asked)
    return new Account(this.#session.sibling(), this.url, view)
  }

  /**
   * Reports on the client by its requests: the documented outcomes and the choices that it met, and its etiquette.
   * With `strict`, a rule fails where its verdict would be advice.
   */
  async report(options: ReportOptions = {}): Promise<Report> {
    refuseUnknownOption(options, ['strict'])
    return this.#session.ask('GET report', { account: this.name, query: options })
  }

  /** Resets the account to its initial state. Its history stays. */
  async reset(): Promise<void> {
    await this.#perform('reset', {})
  }

  /** Deletes the account; may be called more than once. `default` cannot be deleted. */
  dispose(): Promise<void> {
    this.#removed ??= this.#remove()
    return this.#removed
  }

  /** Deletes the account at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose()
  }

  async #remove(): Promise<void> {
    try {
      await this.#session.ask('DELETE accounts/:account', { account: this.name })
    } catch (error) {
      if (!isGone(error)) {
        this.#removed = undefined
        throw error
      }
    }
    this.#session.end(`account ${this.name} was disposed`)
  }

  async #perform<Name extends ActionName>(action: Name, args: object): Promise<Performed<Name>> {
    requireObject(args, `the arguments of ${action}`)
    refuseBareDurations(args)
    if (action === 'advance_clock') await refuseLateMove(this.#session, this.name)
    const asked = { account: this.name, action, body: args }
    return (await this.#session.ask('POST actions/:action', asked)) as Performed<Name>
  }
}

/** Whether a mail is a whole message. A program without types may pass anything: the sandbox says what is wrong. */
function isRaw(mail: object): mail is RawMail {
  return Object.hasOwn(Object(mail) as object, 'raw')
}

/** Whether the account no longer exists: somebody else deleted it, or the sandbox was closed. */
function isGone(error: unknown): boolean {
  return error instanceof SandboxError && (error.code === 'not_found' || error.code === 'closed')
}
