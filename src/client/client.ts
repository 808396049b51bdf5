import type { ReportOptions } from './filters.ts'
import type { Fetch, SendingOptions } from './client-options.ts'
import { ControlRequests } from './control-requests.ts'
import {
  type AliasFilter,
  type FoundAliases,
  type HistoryFilter,
  type JournalView,
  type RequestFilter,
  type MailFilter,
  type MailWait,
  type RequestWait,
} from './filters.ts'
import { refuseUnsaid, refuseUnsaidFilter, requireObject } from './unsaid.ts'
import type { HistoryFile } from './saved-history.ts'

export type { Fetch } from './client-options.ts'
export type {
  ActionView,
  ChoiceView,
  PossibleActionView,
  Ready,
  PerformedView,
  ScenarioCard,
  ScenarioProblem,
}
export type {
  AliasFilter,
  FoundAliases,
  HistoryFilter,
  JournalView,
  RequestFilter,
  RequestWait,
} from './filters.ts'
import type {
  AccountView,
  ActionView,
  Alias,
  ChoiceView,
  EntryView,
  FaultView,
  HistoryView,
  Live,
  Mail,
  PerformedView,
  PossibleActionView,
  Ready,
  ReplayView,
  Report,
  RewoundView,
  ScenarioCard,
  ScenarioProblem,
  Stopping,
} from './types.ts'

/**
 * A client for the control API of a running sandbox. It needs only something like `fetch`, so that it runs anywhere.
 * Every method may throw SandboxError.
 */
export class ControlClient {
  readonly #options: SendingOptions
  readonly #requests: ControlRequests

  /** @throws TypeError for an invalid URL. */
  constructor(options: SendingOptions) {
    this.#options = options
    this.#requests = new ControlRequests(options)
  }

  /** Returns a client of this sandbox that sends its requests in another way. */
  over(fetch: Fetch): ControlClient {
    return new ControlClient({ ...this.#options, fetch })
  }

  get url(): string {
    return this.#requests.url
  }

  ready(signal?: AbortSignal): Promise<Ready> {
    return this.#requests.ask('GET ready', { signal })
  }

  /** Identifies the server; works without the control token. */
  live(signal?: AbortSignal): Promise<Live> {
    return this.#requests.ask('GET live', { signal })
  }

  /** Asks a sandbox of the command line to end; it goes on until what is under way is finished and saved. */
  stop(signal?: AbortSignal): Promise<Stopping> {
    return this.#requests.ask('POST stop', { body: {}, signal })
  }

  account(name: string): Promise<AccountView> {
    return this.#requests.ask('GET accounts/:account', { account: name })
  }

  async accounts(): Promise<AccountView[]> {
    const { accounts } = await this.#requests.ask('GET accounts')
    return accounts as AccountView[] // whole, without `fields`
  }

  /** Returns the names of all accounts, which costs little even if there are thousands. */
  async accountNames(signal?: AbortSignal): Promise<string[]> {
    const { accounts } = await this.#requests.ask('GET accounts', {
      query: { fields: 'name' },
      signal,
    })
    return accounts.map(({ name }) => name)
  }

  async createAccount(request: object): Promise<AccountView> {
    refuseUnsaid(request)
    return this.#requests.ask('POST accounts', { body: request })
  }

  deleteAccount(name: string): Promise<void> {
    return this.#requests.ask('DELETE accounts/:account', { account: name })
  }

  /** Returns the aliases of an account that match, across all pages of `/v1`. */
  async aliases(account: string, filter: AliasFilter = {}): Promise<Alias[]> {
    const { aliases } = await this.findAliases(account, filter)
    return aliases
  }

  /** Returns some of the aliases that match, and how many match. */
  findAliases(
    account: string,
    filter: AliasFilter = {},
    signal?: AbortSignal,
  ): Promise<FoundAliases> {
    return this.#requests.ask('GET aliases', { account, query: filter, signal })
  }

  /** Lists all scenarios. */
  async scenarios(): Promise<ScenarioCard[]> {
    const { scenarios } = await this.#requests.ask('GET scenarios')
    return scenarios
  }

  /** Checks the text of a scenario: returns the scenario, or its errors with their positions. */
  checkScenario(
    text: string,
    file: string,
  ): Promise<{ scenario: object } | { errors: ScenarioProblem[] }> {
    const body = { text, file }
    return this.#requests.ask('POST scenarios/check', { body, resultField: 'errors' })
  }

  /** Clears the journal. */
  forgetRequests(account: string): Promise<void> {
    return this.#requests.ask('DELETE requests', { account })
  }

  /** Lists what the sandbox does where the API document is silent, with the alternatives. */
  async choices(account: string): Promise<ChoiceView[]> {
    const { choices } = await this.#requests.ask('GET choices', { account })
    return choices
  }

  /** Lists which actions an account would perform now, and why it would refuse the others. */
  async possibleActions(account: string): Promise<PossibleActionView[]> {
    const { actions } = await this.#requests.ask('GET accounts/:account/actions', { account })
    return actions
  }

  fault(account: string, id: string): Promise<FaultView> {
    return this.#requests.ask('GET faults/:id', { account, id })
  }

  async perform(account: string, action: string, args: object = {}): Promise<PerformedView> {
    requireObject(args, `the arguments of ${action}`)
    refuseUnsaid(args)
    return this.#requests.ask('POST actions/:action', { account, action, body: args })
  }

  /** Returns the calls in the journal, oldest first, and how many it has dropped, and why. */
  async journal(account: string, filter: RequestFilter = {}): Promise<JournalView> {
    refuseUnsaidFilter(filter)
    return this.#requests.ask('GET requests', { account, query: filter })
  }

  /** Returns one call. @throws SandboxError `not_found` when the journal does not have it. */
  request(account: string, id: string): Promise<EntryView> {
    return this.#requests.ask('GET requests/:id', { account, id })
  }

  /** Waits on the server until `count` calls match. @throws SandboxError `timeout` */
  async waitForRequests(
    account: string,
    filter: RequestWait,
    signal?: AbortSignal,
  ): Promise<EntryView[]> {
    refuseUnsaidFilter(filter)
    const asked = { account, query: filter, signal }
    const { requests } = await this.#requests.ask('GET requests/wait', asked)
    return requests
  }

  /** Returns the mails that were forwarded to the owner, oldest first. */
  async mails(account: string, filter: MailFilter = {}): Promise<Mail[]> {
    const { mails } = await this.#requests.ask('GET inbox', { account, query: filter })
    return mails
  }

  /** Returns one mail. @throws SandboxError `not_found` */
  mail(account: string, id: string): Promise<Mail> {
    return this.#requests.ask('GET inbox/:id', { account, id })
  }

  /** Returns the message as it was sent. @throws SandboxError `not_found` */
  message(account: string, id: string): Promise<Uint8Array> {
    return this.#requests.askBytes('GET inbox/:id/raw', { account, id })
  }

  /** Returns the content of an attachment; the first is 1. @throws SandboxError `not_found` */
  attachment(account: string, id: string, number: number): Promise<Uint8Array> {
    const asked = { account, id, number: String(number) }
    return this.#requests.askBytes('GET inbox/:id/attachments/:number', asked)
  }

  /** Delivers a message as it is sent. @throws SandboxError */
  sendMail(account: string, message: object): Promise<PerformedView> {
    return this.#requests.ask('POST inbox', { account, body: message })
  }

  /** Empties the inbox. */
  clearInbox(account: string): Promise<void> {
    return this.#requests.ask('DELETE inbox', { account })
  }

  /** Waits on the server for the first mail that matches. @throws SandboxError `timeout` */
  waitForMail(account: string, filter: MailWait, signal?: AbortSignal): Promise<Mail> {
    return this.#requests.ask('GET inbox/wait', { account, query: filter, signal })
  }

  /** Reports on the client by the journal of one account, or of all accounts together. */
  report(account: string | undefined, { strict = false }: ReportOptions = {}): Promise<Report> {
    const accounts = account === undefined ? 'all' : undefined
    const query = { accounts, strict: strict || undefined }
    const asked = { account: account ?? 'default', query }
    return this.#requests.ask('GET report', asked)
  }

  /** Returns what happened, oldest first: to one account, or to all accounts in one order. */
  history(account: string | undefined, filter: HistoryFilter = {}): Promise<HistoryView> {
    return account === undefined
      ? this.#requests.ask('GET history', { query: filter })
      : this.#requests.ask('GET accounts/:account/history', { account, query: filter })
  }

  /** Returns the history file, of one account or of all. */
  historyFile(options: { account?: string } = {}): Promise<HistoryFile> {
    const file = this.#requests.ask('GET history/file', { query: options })
    return file as Promise<unknown> as Promise<HistoryFile>
  }

  /** Returns the same as a page that opens in any browser. */
  async historyPage(options: { account?: string } = {}): Promise<string> {
    return (await this.#requests.ask('GET history/page', { query: options })).html
  }

  /** Replays a history file beside all accounts, and compares the answers. */
  replay(file: HistoryFile): Promise<ReplayView> {
    return this.#requests.ask('POST replay', { body: { file } })
  }

  /**
   * Takes the account back to before an entry; without one, to before its last action. `rewind` of the
   * answer names the entry that this made, `can_be_taken_back` says whether `to` can name it.
   */
  rewind(account: string, to?: string): Promise<RewoundView> {
    const body = to === undefined ? {} : { to }
    return this.#requests.ask('POST accounts/:account/rewind', { account, body })
  }

  /** Returns what a bug report on a call says, as Markdown. */
  bugReport(account: string, id: string): Promise<{ markdown: string }> {
    return this.#requests.ask('GET requests/:id/bug', { account, id })
  }

  /** Creates an account in the state of another one, now or before an entry. */
  fork(account: string, options: { at?: string; name?: string } = {}): Promise<AccountView> {
    return this.#requests.ask('POST accounts/:account/fork', { account, body: options })
  }

  /** Resets the sandbox to its initial state; accounts created since are deleted. */
  async reset(): Promise<AccountView[]> {
    const { accounts } = await this.#requests.ask('POST reset', { body: {} })
    return accounts
  }

  /** Returns the state of the whole sandbox as one JSON value. */
  state(): Promise<unknown> {
    return this.#requests.ask('GET state')
  }

  /** Replaces the state of the whole sandbox; an invalid state changes nothing. */
  async loadState(state: unknown): Promise<AccountView[]> {
    const { accounts } = await this.#requests.ask('PUT state', { body: state })
    return accounts
  }
}
