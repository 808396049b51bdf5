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
import type { Journal } from './journal.ts'
import { valueBytes } from '../memory/weight.ts'
import { hashOf, resumeRandom, type Random } from '../random/random.ts'

/** What an account asks of the sandbox that holds it. */
export interface Host {
  /** A scenario by name, with what the sandbox lays over all of them (choices, clock). */
  findScenario(name: string): Scenario | undefined
  scenarioNames(): string[]
  /** What the sandbox was started with; its choices hold for every account. */
  readonly overrides: Scenario
  /** Why the account may not hold so many bytes more; one that replaces another of its name takes its room. */
  whyNoRoomFor(account: Account, bytes: number): string | undefined
  sampleTexts(locale: SampleLocale): SampleTexts
  /** Which key leads to which account; it has every key that an account has had. */
  readonly keys: KeyIndex<Account>
}

/** An account without aliases and its start scenario: measured, rounded up. */
const ACCOUNT_BYTES = 5_000
/** A fault of an account, and when it ends. */
export const FAULT_BYTES = 400
/** A key that an account had once, with its place among the keys of the sandbox. */
export const KEY_BYTES = 200

/** The parts of the value that are live as indexes; the rest is kept as it is. */
type Fields = Omit<AccountState, 'aliases' | 'removed' | 'draws'>

/**
 * One customer of the imitated service: one JSON value, plus indexes derived from it.
 * Whoever replaces the value (reset, load_scenario, restore) calls `become`.
 */
export class Account {
  readonly host: Host
  readonly journal: Journal
  /** The value, but for aliases, removed ids and draws, which live in the indexes below. */
  state: Fields
  aliases: AliasStore
  random: Random
  choices: Choices
  /** Where the account's clock stood when it was last looked at, in milliseconds. */
  now: number
  schedule: TinyQueue<ScheduledEvent>
  /** What only this account can seal its cursors with. */
  secret: number

  constructor(host: Host, journal: Journal, state: AccountState) {
    this.host = host
    this.journal = journal
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

  /** Takes over the whole value of another; the journal stays. */
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

  /** What an account that is gone held counts no more. */
  forget(): void {
    this.journal.clear()
    this.aliases.forget()
  }

  /** Plans anew what time will do; called after every change that time depends on. */
  reschedule(): void {
    this.schedule = toSchedule(this.state)
  }

  /** When something is due next, in milliseconds; Infinity when nothing is. */
  nextEventMs(): number {
    return Math.min(this.nextScheduledMs(), this.nextExpiryMs())
  }

  /** The same without the aliases' expiries. */
  nextScheduledMs(): number {
    return this.schedule.peek()?.at ?? Infinity
  }

  /** When the next alias goes, in milliseconds. */
  nextExpiryMs(): number {
    const next = this.aliases.nextToExpire()
    return next ? this.expiryMsOf(next) : Infinity
  }

  /** When this alias goes, in milliseconds. */
  expiryMsOf(alias: Expiring): number {
    return (alias.expires_at + this.expiryLagSeconds) * 1_000
  }

  /** How long after its expires_at an alias goes (choice `expiry`). */
  get expiryLagSeconds(): number {
    return this.choices.expiry === 'late' ? 300 : 0
  }

  /** The value, its clock pinned to the machine's so that it can be resumed anywhere. The aliases are the live ones. */
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
  // Every account passes here, however it was made, so this is where the sandbox's choices win.
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
