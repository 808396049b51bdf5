import type { ApiRequest, RequestEntry } from '../contract/history/entry.ts'
import { limitText } from '../contract/limits.ts'
import type { SampleLocale } from '../contract/scenario/sample-data.ts'
import { mergeScenarios, type NamedScenario, type Scenario } from '../contract/scenario/scenario.ts'
import type { AccountState } from '../contract/state/state.ts'
import { Account, type Host } from './account/account.ts'
import { knownIn } from './aliases/cursors.ts'
import { findContradiction } from './account/consistency.ts'
import type { SampleTexts } from './aliases/sample-texts.ts'
import { newIdentity } from './account-request.ts'
import type { CreateAccountRequest } from '../contract/control/create-account-request.ts'
import { HeldBytes } from './sizes/held-bytes.ts'
import { Histories } from './histories.ts'
import { performAndRecord, recordStart, resetWhole, syncAndRecord } from './inputs/recording.ts'
import type { Arrival } from './calls/arrival.ts'
import { receiveCall } from './inputs/receive-call.ts'
import { replaceValue } from './account/replace-value.ts'
import { Callers, checkCaller } from './callers.ts'
import type { Origin } from '../contract/history/origins.ts'
import type { KeyIndex } from './account/key-index.ts'
import { Accounts, DEFAULT_ACCOUNT } from './accounts.ts'
import { Listeners } from './account/listeners.ts'
import type { Checkpoint, LoadedAccount, SandboxFacts } from './checkpoint.ts'
import { requestedScenario } from './requested-scenario.ts'
import { usualLimits, type SandboxOptions } from './sandbox-options.ts'
import { ActionError, refuse } from '../contract/control/action-error.ts'
import type { IsKnown } from '../text/mask.ts'
import { drawKey, firstKey, isRotating, startAccount } from './actions/initial-state.ts'

/** The simulated service: accounts, and the keys that belong to them. */
export class Sandbox implements Host {
  seed: number
  readonly overrides: Scenario
  readonly manner: SandboxOptions['manner']
  readonly #options: SandboxOptions
  /** The most memory that all accounts may take together. */
  readonly maxBytes: number
  #accounts = new Accounts()
  readonly histories: Histories
  readonly held = new HeldBytes()
  readonly #answered: Listeners<[entry: RequestEntry, account: Account]>
  readonly #callers: Callers

  constructor(options: SandboxOptions, machineMs: number) {
    const { settings, overrides, limits = usualLimits, onCrash } = (this.#options = options)
    this.seed = settings.seed
    this.overrides = overrides
    this.manner = options.manner
    this.#answered = new Listeners(onCrash)
    this.maxBytes = limits.accountBytes
    this.histories = new Histories(settings.maxRequests, limits.historyBytes, onCrash)
    // An entry follows each change of an account; of calls, only creations make it larger.
    this.histories.onAdded((entry) => {
      if (entry.type !== 'call' || entry.effect.kind === 'created') this.#measure(entry.account)
    })
    const key = firstKey(settings.apiKey)
    this.#callers = new Callers({
      accounts: () => this.#accounts,
      maxAccounts: settings.maxAccounts,
      isScenario: (name) => options.catalog.find(name) !== undefined,
      start: ({ account, scenario, bearer }, atMs) => {
        const named = { name: scenario, scenario: this.findScenario(scenario)! }
        return this.#start(account, firstKey(bearer, this.#accounts.deleted), named, atMs)
      },
    })
    this.#start(DEFAULT_ACCOUNT, key, options.start, machineMs)
  }

  /** Handles one `/v1` call and returns its entry, with the reason. */
  call(request: ApiRequest, authorization: string | undefined, arrival: Arrival): RequestEntry {
    const { machineMs } = arrival
    const caller = this.#callers.find(authorization, machineMs)
    syncAndRecord(caller.account, machineMs)
    const checkKey = () => checkCaller(caller)
    const entry = receiveCall(caller.account, request, checkKey, arrival, this.manner)
    this.notify(entry, caller.account)
    return entry
  }

  /** Notifies the listeners of an answered call, and again if its response was withdrawn. */
  notify(entry: RequestEntry, account = this.accountOf(entry)): void {
    this.#answered.notify(entry, account)
  }

  // ── accounts ──

  get facts(): SandboxFacts {
    const { named, deleted } = this.#accounts
    return { seed: this.seed, named, deleted }
  }

  accounts(): Account[] {
    return this.#accounts.all()
  }

  /** @throws ActionError 404 when there is no such account. */
  account(name: string): Account {
    return this.#accounts.get(name)
  }

  /** The account for what names none: `default`, but in the session of one account. */
  get first(): Account {
    return this.#accounts.first
  }

  /** The account of an entry, or `default` if it was deleted since. */
  accountOf(entry: RequestEntry): Account {
    return this.#accounts.find(entry.account) ?? this.first
  }

  /** The words that look like keys but are none, in what an account received. */
  knownIn(account: string): IsKnown {
    const found = this.#accounts.find(account)
    return (word) =>
      (found && knownIn(found.aliases)(word)) === true ||
      this.#accounts.find(word) !== undefined ||
      this.findScenario(word) !== undefined
  }

  /** Creates an account, or changes nothing. A missing name or key is generated. */
  createAccount(request: CreateAccountRequest, machineMs: number): Account {
    const named = requestedScenario(request, this)
    return this.#withNewName(request, named.name, (name, key) =>
      this.#start(name, key, named, machineMs),
    )
  }

  /** Calls `create` with a name and a key of its own. */
  #withNewName(
    request: CreateAccountRequest,
    prefix: string,
    create: (name: string, key: AccountState['key']) => Account,
  ): Account {
    const settings = { ...this.#options.settings, seed: this.seed }
    const { name, named, key } = newIdentity(request, prefix, this.#accounts, settings)
    const account = create(name, key)
    this.#accounts.named = named
    return account
  }

  /** @throws ActionError 404 when there is none, 409 for `default`. */
  deleteAccount(name: string): void {
    const account = this.account(name)
    this.#accounts.delete(account)
    account.history.forget()
    this.held.delete(name)
  }

  /** Performs an action and records it. @throws ActionError when it is refused. */
  perform(
    account: Account,
    action: string,
    args: unknown,
    machineMs: number,
    origin: Origin = 'control',
  ): ReturnType<typeof performAndRecord> {
    return performAndRecord(account, { action, args, origin }, machineMs)
  }

  /** Advances the account to the current machine time and returns it. */
  syncClock(account: Account, machineMs: number): Account {
    syncAndRecord(account, machineMs)
    return account
  }

  /**
   * Resets everything to the initial state, including the names and keys that will be generated.
   * Accounts created since are deleted.
   * @throws ActionError when `default` can no longer start; then nothing is changed.
   */
  reset(machineMs: number, origin: Origin = 'control'): void {
    const account = this.account(DEFAULT_ACCOUNT)
    const before = this.#accounts
    this.#accounts = new Accounts()
    this.#accounts.add(account)
    this.#accounts.keys.unregister(account) // all keys may be drawn again
    try {
      resetWhole(account, machineMs, origin)
    } catch (error) {
      this.#accounts = before
      throw error
    }
    for (const other of before.all()) {
      if (other === account) continue
      other.history.forget()
      this.held.delete(other.name)
    }
  }

  // ── all accounts at once ──

  /** All accounts as they are now, to go back to, in constant time for each. */
  checkpoint(): Checkpoint {
    const accounts = this.accounts().map((account) => account.snapshot())
    return { ...this.facts, accounts, lastOrder: this.histories.lastOrder }
  }

  /**
   * Goes back to a checkpoint. Histories are not rolled back, because their calls did happen; what came after the
   * last entry by then has changed nothing.
   */
  rollBack({ accounts, lastOrder, ...facts }: Checkpoint, machineMs: number): void {
    const before = this.#accounts
    for (const { history } of before.all()) history.takeBack(lastOrder)
    const restored = accounts.map((snapshot) => {
      const { name } = snapshot.state
      const history = before.find(name)?.history ?? this.histories.make(name)
      return Account.from(this, history, snapshot)
    })
    this.#replaceAll(restored, facts)
    for (const account of restored) recordStart(account, 'rolled_back', machineMs)
  }

  /**
   * Takes accounts that were replayed in the place of all others, or changes nothing.
   * @throws ActionError 400 when they contradict each other.
   */
  adopt(replayed: readonly LoadedAccount[], facts: SandboxFacts): void {
    const contradiction = findContradiction(replayed.map(({ account }) => account.state))
    if (contradiction !== undefined) throw new ActionError(400, contradiction)
    const accounts = replayed.map(({ account }) =>
      Account.from(this, this.histories.make(account.name), account.snapshot()),
    )
    this.#replaceAll(accounts, facts)
    for (const [at, { account, recorded, atOnce, clearedTo }] of replayed.entries()) {
      const { history } = accounts[at]!
      history.takeOver(account.history, recorded, clearedTo)
      if (atOnce) history.raiseAtOnce(atOnce)
    }
  }

  #replaceAll(replacing: readonly Account[], { seed, named, deleted }: SandboxFacts): void {
    const accounts = new Accounts()
    for (const account of replacing) accounts.add(account)
    accounts.named = named
    accounts.deleted = deleted
    const kept = new Set(replacing.map(({ history }) => history))
    for (const { name, history } of this.accounts()) {
      this.held.delete(name)
      if (!kept.has(history)) history.forget()
    }
    this.#accounts = accounts
    this.seed = seed
    for (const { name } of replacing) this.#measure(name)
  }

  // ── the value of another account ──

  /** Gives an account another value. @throws ActionError 409 when there is no room, or another account has a key of it by now. */
  overwrite(account: Account, value: Account): void {
    this.#accounts.refuseKeysOfOthers(value, account)
    this.#requireRoomFor(value)
    value.state.forked_from = account.state.forked_from
    replaceValue(account, value)
  }

  /** Adds an account that `make` makes for a name and a key of its own. A missing name begins with `prefix`. */
  addFork(
    request: CreateAccountRequest,
    prefix: string,
    make: (name: string, key: AccountState['key']) => Account,
    machineMs: number,
  ): Account {
    return this.#withNewName(request, prefix, (name, key) => {
      const fork = make(name, key)
      this.#adopt(fork)
      recordStart(fork, 'forked', machineMs)
      return fork
    })
  }

  // ── Host ──

  get keys(): KeyIndex<Account> {
    return this.#accounts.keys
  }

  whyNoRoom(account: Account, bytes: number): string | undefined {
    return this.whyTooLarge(this.held.without(account.name) + account.bytes + bytes)
  }

  /** Why the accounts cannot have so many bytes together. */
  whyTooLarge(bytes: number): string | undefined {
    if (bytes <= this.maxBytes) return undefined
    const most = limitText({ value: this.maxBytes, unit: 'bytes' })
    return `this sandbox (not the service that it imitates) holds all that it may, ${most} of accounts and aliases; delete accounts or reset some`
  }

  findScenario(name: string): Scenario | undefined {
    const scenario = this.#options.catalog.find(name)
    return scenario && mergeScenarios(scenario, this.overrides)
  }

  scenarioNames(): string[] {
    return this.#options.catalog.names()
  }

  sampleTexts(locale: SampleLocale): SampleTexts {
    return this.#options.sampleTexts(locale)
  }

  /** Calls `listener` after every answered call, until it throws or the returned function is called. */
  listen(listener: (entry: RequestEntry, account: Account) => void): () => void {
    return this.#answered.add(listener)
  }

  #measure(name: string): void {
    const account = this.#accounts.find(name)
    if (account) this.held.set(name, account.bytes)
  }

  /** @throws ActionError 409 when there is no room for it. */
  #requireRoomFor(account: Account): void {
    const full = this.whyNoRoom(account, 0)
    if (full !== undefined) refuse('no_room', full)
  }

  #start(name: string, key: AccountState['key'], named: NamedScenario, machineMs: number): Account {
    const history = this.histories.make(name)
    const identity = { name, seed: this.seed, key }
    if (isRotating(named.scenario)) {
      // The start is recorded with the number of keys before, so that a replay draws the same one.
      const isTaken = (drawn: string) => this.keys.has(drawn) || drawn === key.first
      key.made = drawKey(identity, key.series, key.made + 1, isTaken).number - 1
    }
    const account = startAccount(this, history, identity, named, machineMs)
    this.#adopt(account)
    const { first, series, made } = key
    recordStart(account, 'started', machineMs, { first, series, made })
    return account
  }

  /** @throws ActionError 409 when there is no room for it. */
  #adopt(account: Account): void {
    this.#requireRoomFor(account)
    this.#accounts.addNew(account)
  }
}
