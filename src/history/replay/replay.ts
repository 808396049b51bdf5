import { type HistoryType, msOf, numberOf } from '../../contract/history/entry-types.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { SessionAccount } from '../../contract/session/session.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import { findContradictionOf } from '../../core/account/consistency.ts'
import { firstKey, startAccount } from '../../core/actions/initial-state.ts'
import { findable } from '../../core/record/cause-of.ts'
import { History } from '../../core/record/history.ts'
import { applyInput } from './apply-input.ts'
import { timedEventOf } from './place-before.ts'
import { isInput, moveClock, moveTo } from './repeat-input.ts'
import { compareEntries, type Difference } from './compare-entries.ts'
import { recordStart } from '../../core/inputs/recording.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** A recorded entry, and what the replay did in its place. */
export type ReplayedEntry = {
  /** Undefined if the replay did more than was recorded. */
  recorded: Entry | undefined
  /** Undefined if it did less. */
  replayed: Entry | undefined
  differences: Difference[]
}

/** Repeats the inputs of an account of a session in a new account, at their recorded times and without waiting. */
export class Replay {
  readonly account: Account
  readonly #host: ReplayHost
  readonly #of: SessionAccount
  /** The entries after the start, which the first of the history can say again. */
  readonly recorded: readonly Entry[]
  /** Number of entries in the new account's history before the first repeated one. */
  readonly #before: number
  #compared = 0

  private constructor(of: SessionAccount, host: ReplayHost, account: Account) {
    this.#of = of
    this.recorded = afterStart(of)
    this.#host = host
    this.account = account
    this.#before = account.history.entries().length
  }

  /**
   * Starts the account. `started` is one that has started so before, which takes less time for many aliases.
   * @throws ActionError when none can start as the session says.
   */
  static start(of: SessionAccount, source: ReplaySource, started?: Snapshot): Replay {
    const host = new ReplayHost(source)
    return new Replay(of, host, startAgain(of, host, started))
  }

  /** Runs to the end of the record, and yields every entry in order. @throws as `start` does. */
  *run(): Generator<ReplayedEntry> {
    const entries = this.recorded
    for (const [index, entry] of entries.entries()) {
      if (!isInput(entry)) continue
      applyInput(this.account, this.#host, entry)
      // An action's events follow it in the record; they are compared with the next input.
      yield* this.#compareUpTo(index + 1)
    }
    this.#advanceTo(entries.at(-1))
    const { until } = this.#of
    if (until) moveClock(this.account, until)
    yield* this.#compareUpTo(
      Math.max(entries.length, this.account.history.entries().length - this.#before),
    )
  }

  *#compareUpTo(end: number): Generator<ReplayedEntry> {
    const { history } = this.account
    for (; this.#compared < end; this.#compared += 1) {
      const recorded = this.recorded[this.#compared]
      const replayed = history.entries()[this.#before + this.#compared]
      yield { recorded, replayed, differences: compareEntries(recorded, replayed) }
    }
  }

  /** Moves on to what happened by itself and has no input after it that would move the clock. */
  #advanceTo(entry: Entry | undefined): void {
    const event = entry && timedEventOf(findable(this.recorded), entry)
    if (event) moveTo(this.account, event)
  }
}

function afterStart({ history }: SessionAccount): readonly Entry[] {
  return history.filter(({ type }) => type !== 'start')
}

function startAgain(of: SessionAccount, host: ReplayHost, started: Snapshot | undefined): Account {
  const { name, start, numbers_before: numbersBefore } = of
  const entries = afterStart(of)
  const history: Account['history'] = new History(name, {
    maxCalls: entries.length + 1,
    numbersBefore: {
      ...numbersBefore,
      ...numbersBeforeAll(entries),
      ...(!start.state && { start: 0 }),
    },
  })
  const account = started ? Account.from(host, history, started) : accountOf(of, host, history)
  host.keys.register(account)
  host.expectKeysOf(entries)
  if (start.state) account.addBase()
  else recordStart(account, 'started', msOf(start.real_at), startKey(start))
  return account
}

function accountOf({ name, start }: SessionAccount, host: ReplayHost, history: Account['history']) {
  const { state, scenario, definition, seed, real_at } = start
  if (state) return accountIn(state, host, history)
  const { first, series, made } = startKey(start)
  // The contract requires all of them without a state.
  const identity = { name, seed: seed!, key: firstKey(first, series, made) }
  const named = { name: scenario!, scenario: definition as Scenario }
  return startAccount(host, history, identity, named, msOf(real_at))
}

function startKey({ key, key_series: series = 0, keys_made: made = 0 }: SessionAccount['start']) {
  return { first: key!, series, made }
}

/** @throws ActionError 400 when the state contradicts itself. */
function accountIn(state: AccountState, host: ReplayHost, history: Account['history']): Account {
  const contradiction = findContradictionOf(state)
  if (contradiction !== undefined) throw new ActionError(400, contradiction)
  return Account.fromState(host, history, state)
}

/** The numbers of the entries continue, so that ids mean the same as in the record. */
function numbersBeforeAll(entries: readonly Entry[]): Partial<Record<HistoryType, number>> {
  const numbers: Partial<Record<HistoryType, number>> = {}
  for (const entry of entries) numbers[entry.type] ??= numberOf(entry) - 1
  return numbers
}
