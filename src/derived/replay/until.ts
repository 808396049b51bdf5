import { ActionError } from '../../contract/action-error.ts'
import type { HistoryFile, HistoryFileAccount } from '../../contract/history-file.ts'
import { formatValue } from '../../contract/invalid-choice.ts'
import type { Until } from '../../history-file/replay-file.ts'
import { shorten } from '../../text/escape.ts'

/** Finds an entry by its account and id; of the only account, the id is enough. @throws ActionError 400 */
export function findUntil({ accounts }: HistoryFile, text: string): Until {
  const slash = text.indexOf('/')
  const only = accounts.length === 1 ? accounts[0]?.name : undefined
  const name = slash < 0 ? only : text.slice(0, slash)
  const account = accounts.find((each) => each.name === name)
  const item = account?.history.find(({ id }) => id === text.slice(slash + 1))
  if (account && item) return { account: account.name, item }
  const expected = 'the account and id of an entry of the file, such as default/req_12'
  throw new ActionError(400, `until must be ${expected} (got ${formatValue(text)})`, 'until')
}

/** The account of the file whose state a new one gets. @throws ActionError 400 */
export function requireAccount(
  { accounts }: HistoryFile,
  until: Until | undefined,
): HistoryFileAccount {
  const [first, ...others] = accounts
  const account = until ? accounts.find(({ name }) => name === until.account) : first
  if (!account) throw new ActionError(400, 'create: the file has no account', 'create')
  if (until || others.length === 0) return account
  const names = shorten(accounts.map(({ name }) => name).join(', '), 200)
  const message = `create: the file has ${accounts.length} accounts; choose one with until, as the account and id of an entry (${names})`
  throw new ActionError(400, message, 'create')
}
