import { ActionError } from '../contract/action-error.ts'
import { boundText } from '../contract/bound.ts'
import { inputBounds } from '../contract/bounds.ts'
import type { HistoryFileAccount, HistoryFileItem } from '../contract/history-file.ts'
import type { Scenario } from '../contract/scenario.ts'
import { stateHeader, type AccountState, type SandboxState } from '../contract/state.ts'
import { Account } from '../core/account/account.ts'
import type { Snapshot } from '../core/account/snapshot.ts'
import { firstKey, startAccount } from '../core/actions/initial-state.ts'
import { toStoredText } from '../core/aliases/stored-text.ts'
import { toIso } from '../core/clock/times.ts'
import { History } from '../core/record/history.ts'
import { toHistoryId, type HistoryEntry } from '../core/record/history-entry.ts'
import { toStatePieces } from '../core/views/state-text.ts'
import { toItem } from './items.ts'
import { withoutExplanation } from './write.ts'

/**
 * The history of an account for a file, as far back as it can be replayed and up to the entry with the order
 * `untilOrder`. Undefined if the account has started later.
 * @throws ActionError 409 when nothing of it can be replayed.
 */
export function toFileAccount(
  account: Account,
  untilOrder: number,
): HistoryFileAccount | undefined {
  const { history, name } = account
  const [first] = history.bases()
  if (first === undefined) {
    throw new ActionError(409, `the history of account ${name} cannot be replayed`)
  }
  if (first.afterOrder > untilOrder) return undefined
  const opening = history
    .entries()
    .find(({ type, order }) => type === 'start' && order === first.afterOrder)
  const isAfter = ({ order }: HistoryEntry) => order > first.afterOrder && order <= untilOrder
  const entries = history.entries().filter((entry) => isAfter(entry) || entry === opening)
  const ids = new Set(entries.map(toHistoryId))
  const items = entries.map((entry) =>
    entry === opening ? toItem(entry) : withState(entry, account, ids),
  )
  return {
    name,
    start: toStart(account, first.base, opening, entries[0]?.machineMs),
    history: items.map(withoutExplanation),
  }
}

/** Adds the state to an item that replaced the account's value by one that the file does not tell otherwise. */
function withState(
  entry: HistoryEntry,
  account: Account,
  ids: ReadonlySet<string>,
): HistoryFileItem {
  const item = toItem(entry)
  if (item.type !== 'start' && item.type !== 'rewind') return item
  if (item.type === 'rewind' && ids.has(item.to)) return item
  const based = account.history.bases().find(({ afterOrder }) => afterOrder === entry.order)
  if (based === undefined) return item
  return { ...item, state: toFileState(revived(account, based.base).liveState(entry.machineMs)) }
}

/** How the account was before the first item: its scenario if that leads to the same state, otherwise the state. */
function toStart(
  account: Account,
  base: Snapshot,
  opening: HistoryEntry | undefined,
  machineMs = base.state.clock.machine_ms,
): HistoryFileAccount['start'] {
  const state = revived(account, base).liveState(machineMs)
  const { seed, key, started_as: scenario, start: definition } = state
  const isStart = opening?.type === 'start' && opening.reason === 'started'
  if (isStart && leadsTo(account, state, machineMs)) {
    return { scenario, definition, seed, key: key.first, real_at: toIso(machineMs) }
  }
  return { state: toFileState(state), real_at: toIso(machineMs) }
}

/** Does an account that starts in the scenario of this state have this state? */
function leadsTo({ host, name }: Account, state: AccountState, machineMs: number): boolean {
  const identity = { name, seed: state.seed, key: firstKey(state.key.first) }
  const named = { name: state.started_as, scenario: state.start as Scenario }
  try {
    const started = startAccount(host, noHistory(name), identity, named, machineMs)
    return isSame(started.liveState(machineMs), state)
  } catch (error) {
    if (error instanceof ActionError) return false
    throw error
  }
}

/** Compares alias by alias, because the text of a large state would be larger than a string can be. */
function isSame(some: AccountState, other: AccountState): boolean {
  const { aliases, ...fields } = some
  const { aliases: others, ...otherFields } = other
  if (JSON.stringify(fields) !== JSON.stringify(otherFields)) return false
  return (
    aliases.length === others.length &&
    aliases.every((alias, at) => toStoredText(alias) === toStoredText(others[at]!))
  )
}

/** An account as it was, to read its state. */
function revived({ host, name }: Account, base: Snapshot): Account {
  return Account.from(host, noHistory(name), base)
}

function noHistory(name: string): History<Snapshot> {
  return new History<Snapshot>(name, { maxCalls: 1 })
}

/**
 * The state as it would be stored, without what the live objects hold besides.
 * @throws ActionError 413 when it is too large for a file.
 */
function toFileState(state: AccountState): AccountState {
  const header = { ...stateHeader, seed: state.seed, accounts_named: 0, accounts_deleted: 0 }
  const pieces = toStatePieces({ ...header, accounts: [state] }, inputBounds.historyFileBytes.max)
  if (pieces !== null) return (JSON.parse(pieces.join('')) as SandboxState).accounts[0]!
  const most = boundText(inputBounds.historyFileBytes)
  throw new ActionError(413, `the state of account ${state.name} would exceed ${most}`)
}
