import type { ActionName } from '../contract/actions.ts'
import type { Fault } from '../contract/faults.ts'
import type { ActionInput } from '../contract/action-input.ts'
import type { Alias } from '../contract/shapes.ts'
import type { AccountView, EntryView } from '../core/views/account-view.ts'
import type { Report } from '../core/report/report.ts'
import { ArmedFault } from './armed-fault.ts'
import type { RequestFilter, RequestWait } from './client.ts'
import { Clock } from './clock.ts'
import { refuseBareDurations } from './durations.ts'
import { SandboxError } from './error.ts'
import type { Performed } from './performed.ts'
import type { ClientSession } from './client-session.ts'

/** The arguments of an action, which may be left out where none is needed. */
type Arguments<Name extends ActionName> =
  ActionInput<Name> extends Record<string, never>
    ? [args?: Record<string, never>]
    : object extends ActionInput<Name>
      ? [args?: ActionInput<Name>]
      : [args: ActionInput<Name>]

/** What tells an account from others. */
export type AccountIdentity = Pick<AccountView, 'name' | 'first_key'>

declare const snapshot: unique symbol
/** An account as one JSON value, to be handed to `restore`; what is in it may change between versions. */
export type AccountSnapshot = { readonly [snapshot]: 'account' }

/**
 * One customer of the imitated service: its own key, clock, plan, limits, faults and journal. Give
 * `url` and `apiKey` to the client that you test.
 *
 * @example
 * const account = await sandbox.account({ scenario: 'past_due' })
 * const client = new MyClient({ baseUrl: account.url, apiKey: account.apiKey })
 * await expect(client.createAlias()).rejects.toThrow('payment')
 * await account.do('settle_invoice')
 */
export class Account {
  readonly name: string
  /** The base URL for the client, without `/v1`. */
  readonly url: string
  /** The key that the client is given; it stays, also when a newer one has replaced it. */
  readonly apiKey: string
  readonly clock: Clock
  readonly #session: ClientSession
  #removed: Promise<void> | undefined

  /** @internal */
  constructor(session: ClientSession, url: string, { name, first_key: firstKey }: AccountIdentity) {
    this.#session = session
    this.url = url
    this.name = name
    this.apiKey = firstKey
    this.clock = new Clock(
      (action, args) => this.#perform(action, args),
      async () => new Date((await this.state()).clock.now),
    )
  }

  /**
   * Does something to the account from outside `/v1`: what the service's dashboard does, or time.
   *
   * @throws SandboxError `refused` when it cannot be done now; then nothing has changed.
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
   * Arms a fault: a documented refusal, or a misbehaviour of the network.
   *
   * @example
   * const outage = await account.fail({ kind: 'outage', times: 2 })
   * await client.listAliases() // retries twice
   * expect(await outage.hits()).toBe(2)
   */
  async fail(fault: Fault): Promise<ArmedFault> {
    const { result } = await this.#perform('arm_fault', fault)
    return new ArmedFault(this.#session, this.name, result.fault)
  }

  /** Everything about the account: plan, billing, clock, usage, faults, what the next call would get. */
  state(): Promise<AccountView> {
    return this.#session.ask((client) => client.account(this.name))
  }

  /** How much of each limit is used: burst, daily, forwards. */
  async usage(): Promise<AccountView['usage']> {
    return (await this.state()).usage
  }

  /** All its aliases, whatever `/v1` would show on a page. */
  aliases(): Promise<Alias[]> {
    return this.#session.ask((client) => client.aliases(this.name))
  }

  /**
   * The calls that it received, oldest first, each with the reason for its answer.
   *
   * @example
   * const [refused] = await account.requests({ outcome: 'daily_cap' })
   * console.log(refused?.why)
   */
  requests(filter: RequestFilter = {}): Promise<EntryView[]> {
    return this.#session.ask((client) => client.requests(this.name, filter))
  }

  /**
   * Waits until a call that matches has come, one that came before included.
   *
   * @throws SandboxError `timeout` when none came within `timeout` of real time (5 s if left out).
   * @example
   * const { request } = await account.waitForRequest({ operation: 'create', timeout: '2s' })
   */
  async waitForRequest(filter: Omit<RequestWait, 'count'> = {}): Promise<EntryView> {
    const [first] = await this.waitForRequests({ ...filter, count: 1 })
    return first! // an answer holds at least as many as were waited for
  }

  /** Waits until `count` calls that match have come, and answers all that match. */
  async waitForRequests(filter: RequestWait): Promise<EntryView[]> {
    refuseBareDurations(filter)
    return this.#session.ask((client) => client.waitForRequests(this.name, filter))
  }

  /** What the calls say of the client: documented outcomes met, etiquette, assumptions leaned on. */
  report(): Promise<Report> {
    return this.#session.ask((client) => client.report(this.name))
  }

  /** Puts the account back to how it started; its journal is emptied. */
  async reset(): Promise<void> {
    await this.#perform('reset', {})
  }

  /**
   * The account as one value, to go back to.
   *
   * @example
   * const before = await account.snapshot()
   * await account.clock.advance('30d')
   * await account.restore(before)
   */
  snapshot(): Promise<AccountSnapshot> {
    return this.#session.ask((client) => client.accountState(this.name)) as Promise<AccountSnapshot>
  }

  /** Puts the account back to what `snapshot` has answered, its clock too; its journal stays. */
  async restore(from: AccountSnapshot): Promise<void> {
    await this.#session.ask((client) => client.loadAccountState(this.name, from))
  }

  /** Removes the account from the sandbox; may be called again. `default` cannot be removed. */
  dispose(): Promise<void> {
    this.#removed ??= this.#remove()
    return this.#removed
  }

  /** Removes the account at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose()
  }

  async #remove(): Promise<void> {
    try {
      await this.#session.ask((client) => client.deleteAccount(this.name))
    } catch (error) {
      if (!isGone(error)) {
        this.#removed = undefined
        throw error
      }
    }
    this.#session.end(`account ${this.name} was disposed of`)
  }

  async #perform<Name extends ActionName>(action: Name, args: object): Promise<Performed<Name>> {
    refuseBareDurations(args)
    const performed = await this.#session.ask((client) => client.perform(this.name, action, args))
    return performed as Performed<Name>
  }
}

/** Was the account removed by others, or with the sandbox? Then nothing is left to do. */
function isGone(error: unknown): boolean {
  return error instanceof SandboxError && (error.code === 'not_found' || error.code === 'closed')
}
