import type { KeyIndex } from './key-index.ts'
import type TinyQueue from 'tinyqueue'
import { defaultChoices, type Choices } from '../../contract/choices/choices.ts'
import type { SampleLocale } from '../../contract/scenario/sample-data.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { AliasStore } from '../aliases/alias-store.ts'
import { AliasTexts } from '../aliases/alias-texts.ts'
import type { ExpiringAlias } from '../aliases/alias.ts'
import type { SampleTexts } from '../aliases/sample-texts.ts'
import { toSchedule, type ScheduledEvent } from '../clock/schedule.ts'
import { setClock } from '../clock/clock.ts'
import type { History } from '../record/history.ts'
import { copyFields, type Fields, type Snapshot } from './snapshot.ts'
import type { RequestLog } from '../record/request-log.ts'
import { accountBytes, snapshotBytes } from '../sizes/bytes.ts'
import { hashOf, resumeRandom, type Random } from '../random/random.ts'

/** The part of the sandbox that its accounts need. */
export interface Host {
  /** Finds a scenario by name, merged with the sandbox's overrides (choices, clock). */
  findScenario(name: string): Scenario | undefined
  scenarioNames(): string[]
  /** The overrides that the sandbox was started with; its choices apply to every account. */
  readonly overrides: Scenario
  /** Why an account cannot grow by this many bytes. One that replaces another of the same name gets its space. */
  whyNoRoom(account: Account, bytes: number): string | undefined
  sampleTexts(locale: SampleLocale): SampleTexts
  /** Maps keys to accounts, including former keys. */
  readonly keys: KeyIndex<Account>
  /** In a replay: the key that the account drew when it was recorded. Others had keys then that are free now. */
  keyDrawnNext?(): string | undefined
}

/** Everything of an account that changes. */
type Value = {
  /** The state without aliases, removed ids and draws, which live in the indexes below. */
  state: Fields
  aliases: AliasStore
  random: Random
  choices: Choices
  /** Account time at the last read of its clock, in milliseconds. */
  now: number
  schedule: TinyQueue<ScheduledEvent>
  /** Seals the account's cursors. */
  secret: number
}

/**
 * One customer of the simulated service: one JSON value, plus indexes derived from it. Code that
 * replaces the whole value calls `replaceWith` (reset, load_scenario, restore) or `putBack`.
 */
export class Account implements Value {
  readonly host: Host
  readonly history: History<Snapshot>
  state!: Fields
  aliases!: AliasStore
  random!: Random
  choices!: Choices
  now!: number
  schedule!: TinyQueue<ScheduledEvent>
  secret!: number

  constructor(host: Host, history: History<Snapshot>, value: Value) {
    this.host = host
    this.history = history
    Object.assign(this, value)
  }

  static fromState(host: Host, history: History<Snapshot>, state: AccountState): Account {
    return new Account(host, history, ofState(state))
  }

  static from(host: Host, history: History<Snapshot>, snapshot: Snapshot): Account {
    return new Account(host, history, ofSnapshot(snapshot))
  }

  get name(): string {
    return this.state.name
  }

  /** The calls in its history. */
  get requests(): RequestLog {
    return this.history.requests
  }

  /** A copy of everything that changes, in constant time; the account and its key stay as they are. */
  snapshot(): Snapshot {
    const { state, random, now } = this
    const aliases = this.aliases.clone()
    return { state: copyFields(state), aliases, draws: random.state(), now }
  }

  /** The account as it is now, to see what a change would do. It takes constant time, and is no account of the sandbox. */
  copy(): Account {
    return Account.from(this.host, this.history, this.snapshot())
  }

  /** About how much memory the account takes as it is now. */
  get bytes(): number {
    return accountBytes(this.state) + this.aliases.bytes
  }

  /** Remembers the value before the next input. */
  addBase(): void {
    const base = this.snapshot()
    const last = this.history.bases.all().at(-1)?.base
    const formerBytes = last?.aliases.bytesBeside(base.aliases) ?? 0
    this.history.addBase(base, snapshotBytes(base.state), formerBytes)
  }

  addBaseIfDue(): void {
    if (this.history.bases.isDue(this.history.nextCall)) this.addBase()
  }

  /** Replaces the whole value by that of a snapshot; the history stays. */
  putBack(snapshot: Snapshot): void {
    Object.assign(this, ofSnapshot(snapshot))
  }

  /** Replaces the whole value by that of another account; the history stays. */
  replaceWith({ host: _host, history: _history, ...value }: Account): void {
    Object.assign(this, value satisfies Value)
  }

  /** Changes choices, and everything that follows from them, in constant time. */
  choose(changed: Partial<Choices>): void {
    const isChange = Object.entries(changed).some(
      ([id, value]) => this.choices[id as keyof Choices] !== value,
    )
    if (!isChange) return
    this.state.choices = { ...this.state.choices, ...changed }
    this.aliases = this.aliases.clone(this.aliases.texts.for(choicesOf(this.state)))
    this.choices = this.aliases.texts.choices
    this.reschedule()
  }

  /** Rebuilds the schedule. Call it after every change that affects scheduled events. */
  reschedule(): void {
    this.schedule = toSchedule(this.state)
  }

  /** Time of the next event in milliseconds, or Infinity. */
  nextEventMs(): number {
    return Math.min(this.nextScheduledMs(), this.nextExpiryMs())
  }

  /** Like `nextEventMs`, without alias expiries. */
  nextScheduledMs(): number {
    return this.schedule.peek()?.at ?? Infinity
  }

  /** The time at which the next alias expires, in milliseconds. */
  nextExpiryMs(): number {
    const next = this.aliases.nextToExpire()
    return next ? this.expiryMsOf(next) : Infinity
  }

  /** The time at which this alias expires, in milliseconds. */
  expiryMsOf(alias: Pick<ExpiringAlias, 'expires_at'>): number {
    return (alias.expires_at + this.expiryLagSeconds) * 1_000
  }

  /** Delay between an alias's expires_at and its removal (choice `expiry`). */
  get expiryLagSeconds(): number {
    return this.choices.expiry === 'late' ? 300 : 0
  }

  /** A snapshot whose clock is pinned to machine time, so that any process can resume it. */
  pinned(machineMs: number): Snapshot {
    const snapshot = this.snapshot()
    setClock(snapshot.state.clock, this.now, machineMs)
    return snapshot
  }
}

function ofState(value: AccountState): Value {
  const { aliases, removed, draws, ...shared } = value
  const fields = copyFields(shared)
  const choices = choicesOf(fields)
  const store = AliasStore.of(aliases, removed, new AliasTexts(choices))
  return toValue(fields, store, draws, fields.clock.account_ms)
}

function ofSnapshot({ state, aliases, draws, now }: Snapshot): Value {
  const copy = aliases.clone(aliases.texts.for(choicesOf(state)))
  return toValue(copyFields(state), copy, draws, now)
}

function choicesOf({ choices }: Pick<Fields, 'choices'>): Choices {
  return { ...defaultChoices, ...(choices as Partial<Choices>) }
}

/** The secret that seals the cursors of an account. */
export function cursorSecret({ seed, name }: Pick<AccountState, 'seed' | 'name'>): number {
  return hashOf(`${seed}/${name}/cursor`)
}

function toValue(state: Fields, aliases: AliasStore, draws: readonly number[], now: number): Value {
  return {
    state,
    aliases,
    random: resumeRandom(draws),
    choices: aliases.texts.choices,
    now,
    schedule: toSchedule(state),
    secret: cursorSecret(state),
  }
}
