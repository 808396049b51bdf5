import type { KeyIndex } from './key-index.ts'
import type TinyQueue from 'tinyqueue'
import { defaultChoices, type Choices } from '../../contract/choices.ts'
import type { SampleLocale } from '../../contract/sample-data.ts'
import type { Scenario } from '../../contract/scenario.ts'
import type { AccountState } from '../../contract/state.ts'
import { AliasStore } from '../aliases/alias-store.ts'
import type { Expiring } from '../aliases/alias.ts'
import type { SampleTexts } from '../aliases/sample-texts.ts'
import { toSchedule, type ScheduledEvent } from '../clock/schedule.ts'
import { setClock } from '../clock/clock.ts'
import type { History } from '../record/history.ts'
import type { Journal } from '../record/journal.ts'
import { valueBytes } from '../memory/weight.ts'
import { hashOf, resumeRandom, type Random } from '../random/random.ts'

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
/** Size of a fault and its scheduled end. */
export const FAULT_BYTES = 400
/** Size of a former key and its entry in the sandbox's key index. */
export const KEY_BYTES = 200

/** An account's value that never changes. */
export type Snapshot = AccountState

/** The account state without the parts that live in indexes. */
type Fields = Omit<AccountState, 'aliases' | 'removed' | 'draws'>

/**
 * One customer of the simulated service: one JSON value, plus indexes derived from it. Code that
 * replaces the whole value (reset, load_scenario, restore) calls `replaceWith`.
 */
export class Account {
  readonly host: Host
  readonly history: History<Snapshot>
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

  constructor(host: Host, history: History<Snapshot>, state: AccountState) {
    this.host = host
    this.history = history
    const live = toLive(state, host.overrides.choices)
    this.state = live.state
    this.aliases = live.aliases
    this.random = live.random
    this.choices = live.choices
    this.now = live.now
    this.schedule = live.schedule
    this.secret = live.secret
    this.aliases.count(ACCOUNT_BYTES + valueBytes(state.start) + valueBytes(state.timeline))
    this.aliases.count(FAULT_BYTES * state.faults.length + KEY_BYTES * state.key.retired.length)
  }

  get name(): string {
    return this.state.name
  }

  /** The calls in its history. */
  get journal(): Journal {
    return this.history.journal
  }

  /** A copy of the value that never changes. */
  snapshot(): Snapshot {
    return JSON.parse(JSON.stringify(this.liveState(this.state.clock.machine_ms))) as Snapshot
  }

  /** Remembers the value before the next input. */
  addBase(): void {
    if (this.aliases.size < 300) this.history.addBase(this.snapshot())
  }

  /** The same, only if the history needs a base. */
  addBaseIfDue(): void {
    if (this.history.isBaseDue) this.addBase()
  }

  /** Replaces the whole value by that of another account; the history stays. */
  replaceWith(other: Account): void {
    this.aliases.handOverTo(other.aliases)
    this.state = other.state
    this.aliases = other.aliases
    this.random = other.random
    this.choices = other.choices
    this.now = other.now
    this.schedule = other.schedule
    this.secret = other.secret
  }

  /** Releases the memory counted for a deleted account. */
  forget(): void {
    this.history.forget()
    this.aliases.forget()
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

  /** The state, its clock pinned to machine time so that any process can resume it. Aliases are not copied. */
  liveState(machineMs: number): AccountState {
    const clock = { ...this.state.clock }
    setClock(clock, this.now, machineMs)
    const removed = this.aliases.removedIds()
    const aliases = this.aliases.all()
    return { ...this.state, clock, draws: this.random.state(), removed, aliases }
  }
}

function toLive(value: AccountState, sandboxChoices: Scenario['choices']) {
  const { aliases, removed, draws, ...fields } = value
  // Every new account passes through here, so the sandbox's choices always win.
  fields.choices = { ...fields.choices, ...sandboxChoices }
  return {
    state: fields,
    aliases: AliasStore.of(aliases, removed),
    random: resumeRandom(draws),
    choices: { ...defaultChoices, ...(fields.choices as Partial<Choices>) },
    now: fields.clock.account_ms,
    schedule: toSchedule(value),
    secret: hashOf(`${value.seed}/${value.name}/cursor`),
  }
}
