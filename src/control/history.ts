import type { Entry } from '../contract/history/entry.ts'
import { ActionError } from '../contract/control/action-error.ts'
import type { historyFilters } from '../contract/control/query-parameters.ts'
import { historyTypes, type HistoryType } from '../contract/history/entry-types.ts'
import { formatValue, invalidChoice } from '../contract/values/invalid-choice.ts'
import type { Account } from '../core/account/account.ts'
import { findInHistory } from '../history/replay/account-before.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { Query } from './query.ts'

/** The entries of some accounts in one order, selected by the query. @throws ActionError */
export function selectEntries(
  accounts: readonly Account[],
  query: Query<typeof historyFilters>,
  orderOf: (id: string, field: string) => number,
): Entry[] {
  const placeOf = (field: 'after' | 'before'): number | undefined => {
    const place = query.read(field)
    if (place === undefined) return undefined
    return /^\d{1,15}$/.test(place) ? Number(place) : orderOf(place, field)
  }
  const after = placeOf('after')
  const before = placeOf('before') ?? Infinity
  const types = typesOf(query.read('types'))
  const limit = query.read('limit') ?? Infinity
  const isSelected = ({ order, type }: Entry) =>
    order > (after ?? -1) && order < before && types.includes(type)
  const entries = accounts
    .flatMap(({ history }) => history.entries().filter(isSelected))
    .toSorted((a, b) => a.order - b.order)
  return after === undefined ? entries.slice(-limit) : entries.slice(0, limit)
}

function typesOf(text: string | undefined): readonly HistoryType[] {
  if (text === undefined) return historyTypes
  return text.split(',').map((word) => {
    const type = historyTypes.find((known) => known === word)
    if (type !== undefined) return type
    throw new ActionError(400, `types ${invalidChoice(word, historyTypes)}`, 'types')
  })
}

/**
 * The id of an entry of this account, which can stand before it: `act_3` or `default/act_3`.
 * @throws ActionError 400 when another account does.
 */
export function idIn({ name }: Account, id: string, field: string): string {
  const slash = id.indexOf('/')
  if (slash < 0) return id
  if (id.slice(0, slash) === name) return id.slice(slash + 1)
  const message = `${field} must be an entry of account ${name} (got ${formatValue(id)})`
  throw new ActionError(400, message, field)
}

/** Finds an entry of this account by such an id. @throws ActionError */
export function findInAccount(account: Account, id: string, field: string): Entry {
  return findInHistory(account, idIn(account, id, field), field)
}

/** Finds an entry by its account and id, such as `default/act_3`. @throws ActionError */
export function findInSandbox(sandbox: Sandbox, id: string, field: string): Entry {
  const slash = id.indexOf('/')
  if (slash > 0) {
    return findInHistory(sandbox.account(id.slice(0, slash)), id.slice(slash + 1), field)
  }
  const message = `${field} must be the account and id of an entry, such as default/act_3 (got ${formatValue(id)})`
  throw new ActionError(400, message, field)
}
