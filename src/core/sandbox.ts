import { shown } from '../contract/not-one-of.ts'
import type { Scenario } from '../contract/scenario.ts'
import { NAME, mergeScenarios } from '../contract/scenario.ts'
import { STATE_FORMAT, STATE_VERSION, type SandboxState } from '../contract/state.ts'
import { Account, type Host, type Prose } from './account.ts'
import { answerCall } from './answer.ts'
import { findContradiction, findContradictionOf } from './contradictions.ts'
import type { KeyVerdict } from './call.ts'
import { JournalBudget } from './journal-budget.ts'
import { Journal, type ApiRequest, type Entry } from './journal.ts'
import { keysOf, readBearer, readScenarioKey, verdictOnKey, whyUnknown } from './keys.ts'
import { catchUp, perform, resetAccount, type Performed } from './perform.ts'
import { ActionRefused, refuse } from './refused.ts'
import { requestedScenario } from './requested-scenario.ts'
import { makeKey, startAccount } from './start-state.ts'

/** Where scenarios are found by name. */
export interface Shelf {
  find(name: string): Scenario | undefined
  names(): string[]
}

export type SandboxOptions = {
  shelf: Shelf
  prose: () => Prose
  /** Seed of everything that is drawn. */
  seed: number
  /** The scenario of account `default`, and what it is called. */
  start: { name: string; scenario: Scenario }
  /** Laid over every scenario that is found by name. */
  overrides: Scenario
  apiKey: string
  maxAccounts: number
  maxRequests: number
}

/** How an account is asked for. */
export type AccountWish = {
  name?: string
  apiKey?: string
  scenario?: string
  overrides?: Scenario
}

export type Listener = (entry: Entry, account: Account) => void

export const DEFAULT_ACCOUNT = 'default'

/** The imitated service: accounts, and the keys that lead to them. */
export class Sandbox implements Host {
  /** Seed of everything that is drawn; a restored state brings its own. */
  seed: number
  readonly overrides: Scenario
  readonly #options: SandboxOptions
  #accounts = new Map<string, Account>()
  #keys = new Map<string, Account>()
  #made = 0
  #journals = new JournalBudget()
  readonly #listeners = new Set<Listener>()

  constructor(options: SandboxOptions, machineMs: number) {
    this.#options = options
    this.seed = options.seed
    this.overrides = options.overrides
    this.#start(DEFAULT_ACCOUNT, options.apiKey, options.start, machineMs)
  }

  // ── /v1 ──

  /** Answers one call of `/v1`; the entry of the journal holds the answer and the reason. */
  call(request: ApiRequest, authorization: string | undefined, machineMs: number): Entry {
    const { account, verdict } = this.#holderOf(authorization, machineMs)
    catchUp(account, machineMs)
    const entry = answerCall(account, request, verdict, machineMs)
    this.tell(entry, account)
    return entry
  }

  /** Tells whoever listens of an answered call; again, when its answer was taken back. */
  tell(entry: Entry, account = this.accountOf(entry)): void {
    for (const listener of this.#listeners) listener(entry, account)
  }

  /** Whose key this is; a key that names a scenario makes its account. What has no account goes to `default`. */
  #holderOf(
    authorization: string | undefined,
    machineMs: number,
  ): { account: Account; verdict: KeyVerdict } {
    const read = readBearer(authorization)
    if (read.bearer === null) return this.#stranger(read.why, true)
    const holder = this.#keys.get(read.bearer)
    if (holder) return { account: holder, verdict: verdictOnKey(holder, read.bearer) }
    const isScenario = (name: string) => this.#options.shelf.find(name) !== undefined
    const named = readScenarioKey(read.bearer, isScenario)
    if (!named) return this.#stranger(whyUnknown(read.bearer), false)
    if (this.#accounts.has(named.account)) {
      return this.#stranger(`account ${named.account} exists already and has another key`, false)
    }
    if (this.#accounts.size >= this.#options.maxAccounts) {
      return this.#stranger(
        `there are ${this.#accounts.size} accounts already (--max-accounts)`,
        false,
      )
    }
    const start = { name: named.scenario, scenario: this.findScenario(named.scenario)! }
    const account = this.#start(named.account, read.bearer, start, machineMs)
    return { account, verdict: verdictOnKey(account, read.bearer) }
  }

  #stranger(why: string, missing: boolean): { account: Account; verdict: KeyVerdict } {
    return { account: this.account(DEFAULT_ACCOUNT), verdict: { valid: false, why, missing } }
  }

  // ── accounts ──

  accounts(): Account[] {
    return [...this.#accounts.values()]
  }

  /** @throws ActionRefused 404 when there is no such account. */
  account(name: string): Account {
    const account = this.#accounts.get(name)
    if (!account) throw new ActionRefused(404, `there is no account ${shown(name)}`)
    return account
  }

  /** The account of an entry; `default` when it has been taken away since. */
  accountOf(entry: Entry): Account {
    return this.#accounts.get(entry.account) ?? this.account(DEFAULT_ACCOUNT)
  }

  /** Makes an account; name and key are made when none is given. */
  createAccount(wish: AccountWish, machineMs: number): Account {
    if (this.#accounts.size >= this.#options.maxAccounts) {
      refuse(`there are ${this.#accounts.size} accounts already (--max-accounts)`)
    }
    const named = requestedScenario(wish, this)
    const name = wish.name ?? this.#freeName(named.name)
    if (!NAME.test(name)) {
      throw new ActionRefused(
        400,
        'name: takes 1 to 100 of A-Z, a-z, 0-9, dash and underscore',
        'name',
      )
    }
    if (this.#accounts.has(name)) refuse(`there is an account ${shown(name)} already`)
    const key = wish.apiKey ?? makeKey(this.seed, name, 0)
    if (this.#keys.has(key)) refuse('another account holds this api_key')
    return this.#start(name, key, named, machineMs)
  }

  /** @throws ActionRefused 404 when there is none, 409 for `default`. */
  deleteAccount(name: string): void {
    const account = this.account(name)
    if (name === DEFAULT_ACCOUNT) refuse('account default cannot be deleted; reset it instead')
    this.#accounts.delete(name)
    this.dropKeys(account)
    account.journal.clear()
  }

  /** Performs an action on an account. */
  perform(account: Account, action: string, given: unknown, machineMs: number): Performed {
    return perform(account, action, given, machineMs)
  }

  /** The account as it is at the machine's now. */
  catchUp(account: Account, machineMs: number): Account {
    catchUp(account, machineMs)
    return account
  }

  /** Everything as it started: accounts made since are gone. */
  reset(machineMs: number): void {
    const account = this.account(DEFAULT_ACCOUNT)
    for (const other of this.accounts()) if (other !== account) other.journal.clear()
    this.#accounts = new Map([[DEFAULT_ACCOUNT, account]])
    this.#keys = new Map()
    this.#made = 0
    resetAccount(account, machineMs)
  }

  // ── the whole as one value ──

  /** All of it, or only some accounts. */
  toState(machineMs: number, some = this.accounts()): SandboxState {
    return JSON.parse(this.toJson(machineMs, some)) as SandboxState
  }

  /** The same as text. */
  toJson(machineMs: number, some = this.accounts()): string {
    const head = JSON.stringify({ format: STATE_FORMAT, version: STATE_VERSION, seed: this.seed })
    const accounts = some.map((account) => this.catchUp(account, machineMs).toJson(machineMs))
    return `${head.slice(0, -1)},"accounts":[${accounts.join()}]}`
  }

  /**
   * Replaces everything by a checked state, or changes nothing.
   * @throws ActionRefused 400 when the state contradicts itself.
   */
  restore(state: SandboxState): void {
    this.#replace(state, () => this.#newJournal())
  }

  /** Takes back what was done since this state was; journals stay, since they tell what happened. */
  rollBack(state: SandboxState): void {
    const journals = new Map(this.accounts().map(({ name, journal }) => [name, journal]))
    this.#replace(state, (name) => journals.get(name) ?? this.#newJournal())
  }

  #replace(state: SandboxState, journalOf: (name: string) => Journal): void {
    const contradiction = findContradiction(state)
    if (contradiction !== undefined) throw new ActionRefused(400, contradiction)
    const accounts = new Map<string, Account>()
    const keys = new Map<string, Account>()
    for (const value of state.accounts) {
      const account = new Account(this, journalOf(value.name), value)
      accounts.set(value.name, account)
      for (const key of keysOf(value)) keys.set(key, account)
    }
    const kept = new Set(Array.from(accounts.values(), ({ journal }) => journal))
    for (const { journal } of this.accounts()) if (!kept.has(journal)) journal.clear()
    this.seed = state.seed
    this.#accounts = accounts
    this.#keys = keys
    this.#made = 0
  }

  /**
   * Puts one account back to a checked state of its own, or changes nothing; its journal stays.
   * @throws ActionRefused 400 when the state is another account's or contradicts itself.
   */
  restoreAccount(account: Account, state: SandboxState): void {
    const [value] = state.accounts
    if (!value || state.accounts.length > 1 || value.name !== account.name) {
      throw new ActionRefused(400, `accounts: this is not the state of account ${account.name}`)
    }
    const contradiction = findContradictionOf(value, (key) => this.#keys.get(key)?.name)
    if (contradiction !== undefined) throw new ActionRefused(400, contradiction)
    this.dropKeys(account)
    account.become(new Account(this, account.journal, value))
    for (const key of keysOf(value)) this.holdKey(key, account)
  }

  // ── what accounts ask of their host ──

  findScenario(name: string): Scenario | undefined {
    const scenario = this.#options.shelf.find(name)
    return scenario && mergeScenarios(scenario, this.overrides)
  }

  scenarioNames(): string[] {
    return this.#options.shelf.names()
  }

  prose(): Prose {
    return this.#options.prose()
  }

  holdKey(key: string, account: Account): void {
    this.#keys.set(key, account)
  }

  dropKeys(account: Account): void {
    for (const key of keysOf(account.state)) this.#keys.delete(key)
  }

  /** Calls `listener` after every answered call, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #start(
    name: string,
    key: string,
    named: { name: string; scenario: Scenario },
    machineMs: number,
  ): Account {
    const journal = this.#newJournal()
    const account = startAccount(this, journal, { name, seed: this.seed, key }, named, machineMs)
    this.#accounts.set(name, account)
    const { first, current } = account.state.key
    this.holdKey(first, account)
    this.holdKey(current, account)
    return account
  }

  #newJournal(): Journal {
    return new Journal(this.#options.maxRequests, this.#journals)
  }

  #freeName(scenario: string): string {
    let name: string
    do {
      this.#made += 1
      name = `${scenario}-${this.#made}`
    } while (this.#accounts.has(name))
    return name
  }
}
