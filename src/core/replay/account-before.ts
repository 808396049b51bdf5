import { ActionError, refuse } from '../../contract/action-error.ts'
import { formatValue } from '../../contract/invalid-choice.ts'
import { Account } from '../account/account.ts'
import { History } from '../record/history.ts'
import { toHistoryId, type HistoryEntry } from '../record/history-entry.ts'
import { answerAgain, moveTo } from './answer-again.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** @throws ActionError 404 when the history does not hold the entry, naming the range that it holds. */
export function findInHistory({ history, name }: Account, id: string, field: string): HistoryEntry {
  const entry = history.find(id)
  if (entry) return entry
  const [first, last] = [history.entries()[0], history.entries().at(-1)]
  const held = first && last ? `${toHistoryId(first)} to ${toHistoryId(last)}` : 'nothing'
  const message = `${field}: the history of account ${name} has no entry ${formatValue(id)} (it holds ${held})`
  throw new ActionError(404, message, field)
}

/**
 * A copy of the account as it was before an entry, at the time of that entry; after it, if the
 * account starts there. For an event: before the action during which it happened, or before the time
 * had come.
 * @throws ActionError 409 when too much of the history was dropped.
 */
export function accountBefore(account: Account, entry: HistoryEntry, host: ReplayHost): Account {
  const { history } = account
  const target = causeOf(history, entry)
  const based = history.baseBefore(target) ?? (target.type === 'start' && history.bases()[0])
  if (!based) {
    return refuse(
      `the history of account ${account.name} no longer reaches back to before ${toHistoryId(entry)}`,
    )
  }
  const copy = Account.from(host, detachedHistory(account), based.base)
  // Every input that is not a call has a base of its own, so only calls stand in between.
  for (const each of history.entries()) {
    const isBetween = each.order > based.afterOrder && each.order < target.order
    if (isBetween && each.type === 'call') answerAgain(copy, host, each)
  }
  if (target.type !== 'event' && target.type !== 'start') moveTo(copy, target)
  return copy
}

/** The action during which an event happened, or the entry itself. */
function causeOf(history: Account['history'], entry: HistoryEntry): HistoryEntry {
  const isCaused = entry.type === 'event' && entry.during !== null
  return (isCaused ? history.find(entry.during!) : undefined) ?? entry
}

/** A history for a copy that nobody asks. */
export function detachedHistory({ name }: Account): Account['history'] {
  return new History(name, { maxCalls: 1 })
}

/** The same by the id of the entry. @throws ActionError 404 or 409. */
export function accountAt(account: Account, at: string, source: ReplaySource): Account {
  return accountBefore(account, findInHistory(account, at, 'at'), new ReplayHost(source))
}
