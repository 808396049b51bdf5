import { ActionError } from '../contract/action-error.ts'
import type { HistoryFileAccount } from '../contract/history-file.ts'
import type { Account } from '../core/account/account.ts'
import { recordOf } from '../core/replay/account-record.ts'
import type { HistoryEntry, StartEntry } from '../core/record/history-entry.ts'
import { toFileAccount } from './records.ts'

/**
 * The history of an account for a file, as far back as it can be replayed, and up to and including the entry
 * with the order `untilOrder`. Undefined if the account has started later.
 * @throws ActionError 409 when nothing of it can be replayed.
 */
export function fromAccount(account: Account, untilOrder: number): HistoryFileAccount | undefined {
  const all = account.history.entries()
  const isUntil = ({ order }: HistoryEntry) => order <= untilOrder
  if (!all.some(isUntil)) return undefined
  const record = recordOf(
    account,
    all.find((entry) => !isUntil(entry)),
  )
  if (record === undefined) {
    throw new ActionError(
      409,
      `the history of account ${account.name} no longer reaches back so far`,
    )
  }
  const from = record.entries[0]?.order ?? untilOrder + 1
  const opening = all.findLast((entry): entry is StartEntry => isStart(entry) && entry.order < from)
  return toFileAccount(record, record.start.kind === 'scenario' ? opening : undefined)
}

function isStart({ type }: HistoryEntry): boolean {
  return type === 'start'
}
