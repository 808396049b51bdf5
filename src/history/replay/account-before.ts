import type { Entry } from '../../contract/history/entry.ts'
import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { isAction, numberOf } from '../../contract/history/entry-types.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { Account } from '../../core/account/account.ts'
import { causeOf } from '../../core/record/cause-of.ts'
import { History } from '../../core/record/history.ts'
import { placeBefore } from './place-before.ts'
import { isInput, moveTo, repeatAction, repeatCall } from './repeat-input.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** @throws ActionError 404 when the history does not hold the entry, naming the range that it holds. */
export function findInHistory({ history, name }: Account, id: string, field: string): Entry {
  const entry = history.find(id)
  if (entry) return entry
  const [first, last] = [history.entries()[0], history.entries().at(-1)]
  const held = first && last ? `${first.id} to ${last.id}` : 'nothing'
  const message = `${field}: the history of account ${name} has no entry ${formatValue(id)} (it holds ${held})`
  throw new ActionError(404, message, field)
}

/**
 * A copy of the account as it was before an entry, at the time of that entry; after it, if the
 * account starts there. For an event: before the action during which it happened, or before its time had come.
 * @throws ActionError 409 when too much of the history was dropped.
 */
export function accountBefore(account: Account, entry: Entry, from: ReplayHost): Account {
  const { history } = account
  const host = from.another()
  const target = causeOf(history, entry)
  const based = baseFor(history, target)
  if (!based) {
    return refuse(
      'history_cut',
      `the history of account ${account.name} no longer reaches back to before ${entry.id}`,
    )
  }
  const { untilOrder, at } = placeBefore(history, entry)
  const copy = copyOf(account, host, based.base)
  const between = history
    .entries()
    .filter(({ order }) => order > based.afterOrder && order < untilOrder)
  host.expectKeysOf(between)
  for (const each of between) {
    if (each.type === 'call') repeatCall(copy, host, each)
    // No undo stands in between: after one, the next input has a base.
    else if (isAction(each) && isInput(each)) repeatAction(copy, host, each)
  }
  if (at && at.order > based.afterOrder) moveTo(copy, at)
  return copy
}

/** Nothing came before an account started, so the base after it is as far back as there is. */
function baseFor(history: Account['history'], target: Entry) {
  const before = history.bases.before(target)
  if (before || target.type !== 'start') return before
  const isFirst =
    target.reason === 'started' || target.reason === 'forked' || numberOf(target) === 1
  return isFirst
    ? history.bases.all().find(({ afterOrder }) => afterOrder === target.order)
    : undefined
}

/** A copy that leaves the account as it is, with a history of its own that nobody asks. */
export function copyOf(account: Account, host: ReplayHost, snapshot = account.snapshot()): Account {
  return Account.from(host, detachedHistory(account), snapshot)
}

/** A history for a copy that nobody asks. */
function detachedHistory({ name }: { name: string }): Account['history'] {
  return new History(name, { maxCalls: 1 })
}

/** Returns the account before the entry of this id. @throws ActionError 404 or 409. */
export function accountAt(account: Account, at: string, source: ReplaySource): Account {
  return accountBefore(account, findInHistory(account, at, 'at'), new ReplayHost(source))
}
