import type { KeyIndex } from './key-index.ts'
import type TinyQueue from 'tinyqueue'
import { defaultChoices, type Choices } from '../../contract/choices/choices.ts'
import type { SampleLocale } from '../../contract/scenario/sample-data.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { AliasStore } from '../aliases/alias-store.ts'
import { AliasTexts } from '../aliases/alias-texts.ts'
import type { Expiring } from '../aliases/alias.ts'
import type { SampleTexts } from '../aliases/sample-texts.ts'
import { toSchedule, type ScheduledEvent } from '../clock/schedule.ts'
import { setClock } from '../clock/clock.ts'
import { toSeconds } from '../clock/times.ts'
import type { History } from '../record/history.ts'
import { copyFields, type Fields, type LiveAccount, type Snapshot } from './snapshot.ts'
import type { Journal } from '../record/journal.ts'
import { valueBytes } from '../memory/weight.ts'
import { hashOf, resumeRandom, type Random } from '../random/random.ts'
import { faultBytes } from './fault-bytes.ts'

/** What an account needs from the sandbox that contains it. */
export interface Host {
  /** Finds a scenario by name, merged with the sandbox's overrides (choices, clock). */
  findScenario(name: string): Scenario | undefined
  scenarioNames(): string[]
  /** The overrides that the sandbox was started with; its choices apply to every account. */
  readonly overrides: Scenario
  /**
   * Why the account cannot grow by this many bytes. An account that replaces another of the same
   * name gets its space.
   */
  whyNoRoomFor(account: Account, bytes: number): string | undefined
  sampleTexts(locale: SampleLocale): SampleTexts
  /** Maps keys to accounts, including former keys. */
  readonly keys: KeyIndex<Account>
}

/** Measured size of an account with its start scenario and without aliases, rounded up. */
const ACCOUNT_BYTES = 5_000
/** Size of a former key and its entry in the sandbox's key index. */
export const KEY_BYTES = 200

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
  /** Bytes of content that the account has let go of since the last base, and its bytes then. */
  #letGo = 0
  #bytesBefore: number | undefined

  constructor(host: Host, history: History<Snapshot>, value: Value) {
    this.host = host
    this.history = history
    Object.assign(this, value)
  }

  static fromState(host: Host, history: History<Snapshot>, state: AccountState): Account {
    return new Account(host, history, ofState(state, host.overrides.choices))
  }

  static from(host: Host, history: History<Snapshot>, snapshot: Snapshot): Account {
    return new Account(host, history, ofSnapshot(snapshot))
  }

  get name(): string {
    return this.state.name
  }

  /** The calls in its history. */
  get journal(): Journal {
    return this.history.journal
  }

  /** A copy of everything that changes, in constant time; the account and its key stay as they are. */
  snapshot(): Snapshot {
    const { state, aliases, random, now } = this
    return { state: copyFields(state), aliases: aliases.clone(), draws: random.state(), now }
  }

  /** Counts content other than aliases that the account has no more, but earlier bases still have. */
  letGoOf(bytes: number): void {
    this.aliases.count(-bytes)
    this.#letGo += bytes
  }

  /** Remembers the value before the next input; `isTimed`: will that input tell its time? */
  addBase(isTimed = true): void {
    const { bytes } = this.aliases
    // At the first base, another account may have had the history: assume that it was as large.
    const fewer = (this.#bytesBefore ?? 2 * bytes) - bytes
    this.#letGo += Math.max(this.aliases.takeFormerBytes(), fewer)
    this.history.addBase(this.snapshot(), this.#letGo, isTimed)
    this.#letGo = 0
    this.#bytesBefore = bytes
  }

  /** The same, only if the history needs a base. */
  addBaseIfDue(): void {
    if (this.history.isBaseDue) this.addBase()
  }

  /** Replaces the whole value by that of a snapshot; the history stays. */
  putBack(snapshot: Snapshot): void {
    this.#replace(ofSnapshot(snapshot))
  }

  /** Replaces the whole value by that of another account; the history stays. */
  replaceWith({ state, aliases, random, choices, now, schedule, secret }: Account): void {
    this.#replace({ state, aliases, random, choices, now, schedule, secret })
  }

  /** The keys of the new value have to be registered by the caller. */
  #replace(value: Value): void {
    const { initial, bytes } = this.aliases
    const isShared = initial !== null && initial === value.aliases.initial
    this.#letGo += isShared ? Math.max(0, bytes - value.aliases.bytes) : bytes
    this.#bytesBefore = value.aliases.bytes
    this.aliases.handOverTo(value.aliases)
    Object.assign(this, value)
  }

  /** Releases the memory counted for a deleted account. */
  forget(): void {
    this.history.forget()
    this.aliases.forget()
  }

  /** Changes choices, and everything that follows from them, in constant time. */
  choose(changed: Partial<Choices>): void {
    const isChange = Object.entries(changed).some(
      ([id, value]) => this.choices[id as keyof Choices] !== value,
    )
    if (!isChange) return
    this.state.choices = { ...this.state.choices, ...changed }
    const { aliases } = this
    this.aliases = aliases.clone(aliases.texts.for(choicesOf(this.state)))
    this.choices = this.aliases.texts.choices
    aliases.handOverTo(this.aliases)
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

  /** When the next alias expires, in milliseconds. */
  nextExpiryMs(): number {
    const next = this.aliases.nextToExpire()
    return next ? this.expiryMsOf(next) : Infinity
  }

  /** When this alias expires, in milliseconds. */
  expiryMsOf(alias: Expiring): number {
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

  /** The state, its clock pinned to machine time so that any process can resume it. Aliases are not copied. */
  liveState(machineMs: number): LiveAccount {
    const clock = { ...this.state.clock }
    setClock(clock, this.now, machineMs)
    const removed = this.aliases.removedIds()
    const aliases = this.aliases.all()
    const { texts } = this.aliases
    return { ...this.state, clock, draws: this.random.state(), removed, aliases, texts }
  }
}

function ofState(value: AccountState, sandboxChoices: Scenario['choices']): Value {
  const { aliases, removed, draws, ...shared } = value
  const fields = copyFields(shared)
  // Every new account passes through here, so the sandbox's choices always win.
  fields.choices = { ...fields.choices, ...sandboxChoices }
  const choices = choicesOf(fields)
  const startedAt = toSeconds(fields.clock.account_ms)
  const texts = new AliasTexts(choices, startedAt)
  const store = AliasStore.of(aliases, removed, texts)
  store.count(ACCOUNT_BYTES + valueBytes(value.start) + valueBytes(value.timeline))
  store.count(valueBytes(value.timeline_at_calls?.steps ?? []))
  for (const fault of value.faults) store.count(faultBytes(fault))
  store.count(KEY_BYTES * value.key.retired.length)
  return toValue(fields, store, draws, fields.clock.account_ms)
}

function ofSnapshot({ state, aliases, draws, now }: Snapshot): Value {
  return toValue(copyFields(state), aliases.clone(aliases.texts.for(choicesOf(state))), draws, now)
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
