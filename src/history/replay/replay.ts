import { type HistoryType, numberOf } from '../../contract/history/entry-types.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import { findContradictionOf } from '../../core/account/consistency.ts'
import { firstKey, startAccount } from '../../core/actions/initial-state.ts'
import { History } from '../../core/record/history.ts'
import type { AccountRecord } from './account-record.ts'
import { applyInput } from './apply-input.ts'
import { findable, timedEventOf } from './place-before.ts'
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

/** Repeats the inputs of a record in a new account, at their recorded times and without waiting. */
export class Replay {
  readonly account: Account
  readonly #host: ReplayHost
  readonly #record: AccountRecord
  /** Number of entries in the new account's history before the first repeated one. */
  readonly #before: number
  #compared = 0

  private constructor(record: AccountRecord, host: ReplayHost, account: Account) {
    this.#record = record
    this.#host = host
    this.account = account
    this.#before = account.history.entries().length
  }

  /**
   * Starts the account. `started` is one that has started so before, which takes less time for many aliases.
   * @throws ActionError when none can start as the record says.
   */
  static start(record: AccountRecord, source: ReplaySource, started?: Snapshot): Replay {
    const host = new ReplayHost(source)
    const account = startAgain(record, host, started)
    return new Replay(record, host, account)
  }

  /** Runs to the end of the record, and yields every entry in order. @throws as `start` does. */
  *run(): Generator<ReplayedEntry> {
    const { entries } = this.#record
    for (const [index, entry] of entries.entries()) {
      if (!isInput(entry)) continue
      applyInput(this.account, this.#host, entry)
      // An action's events follow it in the record; they are compared with the next input.
      yield* this.#compareUpTo(index + 1)
    }
    this.#advanceTo(entries.at(-1))
    const { until } = this.#record
    if (until) moveClock(this.account, until)
    yield* this.#compareUpTo(
      Math.max(entries.length, this.account.history.entries().length - this.#before),
    )
  }

  *#compareUpTo(end: number): Generator<ReplayedEntry> {
    const { history } = this.account
    for (; this.#compared < end; this.#compared += 1) {
      const recorded = this.#record.entries[this.#compared]
      const replayed = history.entries()[this.#before + this.#compared]
      yield { recorded, replayed, differences: compareEntries(recorded, replayed) }
    }
  }

  /** Moves on to what happened by itself and has no input after it that would move the clock. */
  #advanceTo(entry: Entry | undefined): void {
    const event = entry && timedEventOf(findable(this.#record.entries), entry)
    if (event) moveTo(this.account, event)
  }
}

function startAgain(
  { name, start, entries, numbersBefore }: AccountRecord,
  host: ReplayHost,
  started: Snapshot | undefined,
): Account {
  const history: Account['history'] = new History(name, {
    maxCalls: entries.length + 1,
    numbersBefore: {
      ...numbersBefore,
      ...numbersBeforeAll(entries),
      ...(start.kind === 'scenario' && { start: 0 }),
    },
  })
  const account = started
    ? Account.from(host, history, started)
    : accountOf(name, start, host, history)
  host.keys.register(account)
  host.expectKeysOf(entries)
  if (start.kind === 'scenario') recordStart(account, 'started', start.machineMs, start.key)
  else account.addBase()
  return account
}

function accountOf(
  name: string,
  start: AccountRecord['start'],
  host: ReplayHost,
  history: Account['history'],
): Account {
  if (start.kind === 'state') return accountIn(start.state, host, history)
  const { seed, key, named, machineMs } = start
  const identity = { name, seed, key: firstKey(key.first, key.series, key.made) }
  return startAccount(host, history, identity, named, machineMs)
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
