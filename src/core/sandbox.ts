import { formatValue } from '../contract/invalid-choice.ts'
import type { SampleLocale } from '../contract/sample-data.ts'
import { mergeScenarios, type NamedScenario, type Scenario } from '../contract/scenario.ts'
import { stateHeader, type AccountState, type SandboxState } from '../contract/state.ts'
import { Account, type Host } from './account/account.ts'
import type { SampleTexts } from './aliases/sample-texts.ts'
import { requestedKey, requestedName, whyFull } from './account-request.ts'
import type { CreateAccountRequest } from '../contract/create-account-request.ts'
import { answerCall } from './calls/handle-call.ts'
import { findContradiction } from './account/consistency.ts'
import { ContentBudget } from './memory/content-budget.ts'
import { Histories } from './histories.ts'
import type { StartEntry } from './record/history-entry.ts'
import type { Entry } from './record/entry.ts'
import { performAndRecord, record, recordStart, syncAndRecord } from './recording.ts'
import { denied, identifyCaller, type Caller, type NewCaller } from './callers.ts'
import { Fired } from './clock/fired-events.ts'
import type { Origin } from '../contract/origins.ts'
import type { ApiRequest } from '../contract/api-message.ts'
import { checkKey } from './account/keys.ts'
import { KeyIndex } from './account/key-index.ts'
import type { Performed } from './actions/run-action.ts'
import { resetAccount } from './actions/scenario-actions.ts'
import { Listeners, type Listener } from './account/listeners.ts'
import { ActionError, refuse } from '../contract/action-error.ts'
import { onlyAccount, restoredAccounts } from './restored-accounts.ts'
import { requestedScenario } from './actions/requested-scenario.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { toStateText } from './views/state-text.ts'
import { firstKey, startAccount } from './actions/initial-state.ts'

export const DEFAULT_ACCOUNT = 'default'

/** The simulated service: accounts, and the keys that belong to them. */
export class Sandbox implements Host {
  seed: number
  readonly overrides: Scenario
  readonly #options: SandboxOptions
  #accounts = new Map<string, Account>()
  /** Maps keys to accounts. */
  keys = new KeyIndex<Account>()
  readonly histories: Histories
  /** Number of generated account names and of deleted accounts since the start or the last reset. */
  #named = 0
  #deleted = 0
  readonly content: ContentBudget
  readonly #listeners: Listeners

  constructor(options: SandboxOptions, machineMs: number) {
    this.#options = options
    this.#listeners = new Listeners(options.onCrash)
    this.seed = options.settings.seed
    this.overrides = options.overrides
    const { settings, start, memoryLimits, onCrash } = options
    this.content = new ContentBudget(memoryLimits?.content)
    this.histories = new Histories({
      maxCalls: settings.maxRequests,
      maxBytes: memoryLimits?.journalsBytes,
      onCrash,
    })
    const key = firstKey(settings.apiKey)
    this.content.asOwner(() => this.#start(DEFAULT_ACCOUNT, key, start, machineMs))
  }

  /** Handles one `/v1` call and returns its journal entry, with the response and the reason. */
  call(request: ApiRequest, authorization: string | undefined, machineMs: number): Entry {
    const caller = this.#callerOf(authorization, machineMs)
    const account = caller.kind === 'holder' ? caller.account : this.account(DEFAULT_ACCOUNT)
    syncAndRecord(account, machineMs)
    // After the clock was read, because a due timeline step may rotate or revoke the key.
    const key = caller.kind === 'holder' ? checkKey(account, caller.bearer) : caller.keyCheck
    const entry = answerCall(account, request, key, machineMs)
    this.notify(entry, account)
    return entry
  }

  /** Notifies the listeners of an answered call, and again if its response was withdrawn. */
  notify(entry: Entry, account = this.accountOf(entry)): void {
    this.#listeners.notify(entry, account)
  }

  #callerOf(authorization: string | undefined, machineMs: number): Exclude<Caller, NewCaller> {
    const caller = identifyCaller(authorization, {
      keys: this.keys,
      hasAccount: (name) => this.#accounts.has(name),
      isScenario: (name) => this.#options.catalog.find(name) !== undefined,
      whyFull: () => whyFull(this.#accounts.size, this.#options.settings.maxAccounts),
    })
    if (caller.kind !== 'new') return caller
    const { name, scenario, bearer } = caller
    const start = { name: scenario, scenario: this.findScenario(scenario)! }
    try {
      const account = this.#start(name, firstKey(bearer, this.#deleted), start, machineMs)
      return { kind: 'holder', account, bearer }
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      return denied(`cannot start an account with scenario ${scenario}: ${error.message}`)
    }
  }

  // ── accounts ──

  accounts(): Account[] {
    return [...this.#accounts.values()]
  }

  /** @throws ActionError 404 when there is no such account. */
  account(name: string): Account {
    const account = this.#accounts.get(name)
    if (!account) throw new ActionError(404, `account ${formatValue(name)} does not exist`)
    return account
  }

  /** The account of an entry, or `default` if it was deleted since. */
  accountOf(entry: Entry): Account {
    return this.#accounts.get(entry.account) ?? this.account(DEFAULT_ACCOUNT)
  }

  /** Creates an account, or changes nothing. A missing name or key is generated. */
  createAccount(request: CreateAccountRequest, machineMs: number): Account {
    const full = whyFull(this.#accounts.size, this.#options.settings.maxAccounts)
    if (full !== undefined) refuse(full)
    const named = requestedScenario(request, this)
    const isTaken = (taken: string) => this.#accounts.has(taken)
    const { name, named: count } = requestedName(request, named.name, this.#named, isTaken)
    const identity = { seed: this.seed, name }
    const key = requestedKey(request, identity, this.#deleted, (held) => this.keys.has(held))
    const account = this.content.asOwner(() => this.#start(name, key, named, machineMs))
    this.#named = count
    return account
  }

  /** @throws ActionError 404 when there is none, 409 for `default`. */
  deleteAccount(name: string): void {
    const account = this.account(name)
    if (name === DEFAULT_ACCOUNT) refuse('account default cannot be deleted; reset it instead')
    this.#accounts.delete(name)
    this.#deleted += 1
    this.keys.unregister(account)
    this.content.asOwner(() => account.forget())
  }

  /** Performs an action and records it. @throws ActionError when it is refused. */
  perform(
    account: Account,
    action: string,
    args: unknown,
    machineMs: number,
    origin: Origin = 'control',
  ): Performed {
    return this.content.asOwner(() =>
      performAndRecord(account, { action, args, origin }, machineMs),
    )
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
    const { keys } = this
    this.keys = new KeyIndex() // keys of deleted accounts may be drawn again
    const action = { action: 'reset', arguments: {}, origin, isWholeReset: true }
    try {
      this.content.asOwner(() =>
        record(account, action, machineMs, () => ({
          result: resetAccount(account, machineMs, 0),
          fired: new Fired(),
        })),
      )
    } catch (error) {
      this.keys = keys
      throw error
    }
    for (const other of this.accounts()) if (other !== account) other.forget()
    this.#accounts = new Map([[DEFAULT_ACCOUNT, account]])
    this.#named = 0
    this.#deleted = 0
  }

  // ── the state of the sandbox ──

  /** The state of all accounts, or of some. */
  toState(machineMs: number, some = this.accounts()): SandboxState {
    return JSON.parse(toStateText(this.liveState(machineMs, some))) as SandboxState
  }

  /**
   * The same without copying the aliases: they are live objects that change and have fields that
   * are not stored. Serialize it immediately with `toStateText` or `toStatePieces`.
   */
  liveState(machineMs: number, some = this.accounts()): SandboxState {
    return {
      ...stateHeader,
      seed: this.seed,
      accounts_named: this.#named,
      accounts_deleted: this.#deleted,
      accounts: some.map((account) => this.syncClock(account, machineMs).liveState(machineMs)),
    }
  }

  /**
   * Replaces everything with a validated state, or changes nothing.
   * @throws ActionError 400 when the state contradicts itself, 409 when it is too large.
   */
  restore(state: SandboxState, machineMs?: number): void {
    this.#replace(state, machineMs, 'restored')
  }

  /** Like `restore`, but without a size limit, so that a lower limit cannot lose acknowledged data. */
  resume(state: SandboxState, machineMs?: number): void {
    this.#replace(state, machineMs, 'started')
  }

  /** Goes back to an earlier state. Histories are not rolled back, because their calls did happen. */
  rollBack(state: SandboxState, machineMs?: number): void {
    this.#replace(state, machineMs, 'rolled_back')
  }

  #replace(state: SandboxState, machineMs: number | undefined, reason: StartEntry['reason']): void {
    const held = reason === 'rolled_back' ? this.#accounts : undefined
    const historyOf = (name: string) => held?.get(name)?.history ?? this.histories.make(name)
    const contradiction = findContradiction(state)
    if (contradiction !== undefined) throw new ActionError(400, contradiction)
    const { accounts, keys, bytes } = restoredAccounts(this, state, historyOf)
    this.content.asOwner(() => {
      if (reason === 'restored') this.content.requireRoom(bytes - this.content.bytes)
      for (const { aliases } of this.accounts()) aliases.forget()
      for (const { aliases } of accounts.values()) aliases.countIn(this.content)
    })
    const reused = new Set(Array.from(accounts.values(), ({ history }) => history))
    for (const { history } of this.accounts()) if (!reused.has(history)) history.forget()
    this.seed = state.seed
    this.#accounts = accounts
    this.keys = keys
    this.#named = state.accounts_named
    this.#deleted = state.accounts_deleted
    for (const account of this.accounts()) recordStart(account, reason, machineMs)
  }

  /**
   * Restores one account from a validated state, or changes nothing; its history stays.
   * @throws ActionError 400 when the state belongs to another account or contradicts itself.
   */
  restoreAccount(account: Account, state: SandboxState, machineMs?: number): void {
    const value = onlyAccount(state, account.name, (key) => this.keys.find(key)?.name)
    const restored = Account.fromState(this, account.history, value)
    this.content.asOwner(() => {
      this.content.requireRoom(restored.aliases.bytes - account.aliases.bytes)
      this.keys.unregister(account)
      account.replaceWith(restored)
      this.keys.register(account)
    })
    recordStart(account, 'restored', machineMs)
  }

  // ── Host, for accounts ──

  whyNoRoomFor(account: Account, bytes: number): string | undefined {
    const held = this.#accounts.get(account.name)
    return this.content.whyNoRoomFor(account.aliases, bytes, held?.aliases)
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
  listen(listener: Listener): () => void {
    return this.#listeners.add(listener)
  }

  #start(name: string, key: AccountState['key'], named: NamedScenario, machineMs: number): Account {
    const history = this.histories.make(name)
    const account = startAccount(this, history, { name, seed: this.seed, key }, named, machineMs)
    this.content.requireRoom(account.aliases.bytes)
    account.aliases.countIn(this.content)
    this.#accounts.set(name, account)
    this.keys.register(account)
    recordStart(account, 'started', machineMs)
    return account
  }
}
