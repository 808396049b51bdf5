import type { Dropped } from '../../../contract/control/control-shapes.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import type { HistoryEntry } from '../../../core/record/history-entry.ts'
import { toHistoryItem } from '../../../history/file/items.ts'
import { historyPieces } from '../../../history/file/text.ts'
import { inputBounds } from '../../../contract/values/bounds.ts'
import { composeList } from '../compose.ts'
import { completeFrom } from '../../../core/replay/account-record.ts'
import { findInHistory } from '../../../core/replay/account-before.ts'
import { findInSandbox, historyParameters, idIn, selectEntries } from '../history.ts'
import { endedAnswer, type Answer, type Context, type Route } from '../route.ts'

/** Everything that took place in the sandbox, in order. */
export const historyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'history',
    scope: 'sandbox',
    parameters: historyParameters,
    isLarge: true,
    summary:
      'List the calls, actions and events of all accounts in one order (after, before=<order or account/id>, types, limit)',
    answer: ({ sandbox, query, machineMs }) => {
      const accounts = sandbox.accounts().map((account) => sandbox.syncClock(account, machineMs))
      const entries = selectEntries(
        accounts,
        query,
        (id, field) => findInSandbox(sandbox, id, field).order,
      )
      const from = Object.fromEntries(
        accounts.map((account) => [account.name, completeFrom(account)]),
      )
      return toAnswer(entries, from, accounts)
    },
  },
  {
    method: 'GET',
    path: 'accounts/:account/history',
    scope: 'sandbox',
    parameters: historyParameters,
    isLarge: true,
    summary:
      'List the calls, actions and events of one account in order (after, before=<order or id>, types, limit)',
    answer: ({ account, query }) => {
      const orderOf = (id: string, field: string) =>
        findInHistory(account, idIn(account, id, field), field).order
      const entries = selectEntries([account], query, orderOf)
      return toAnswer(entries, completeFrom(account), [account])
    },
  },
  {
    method: 'GET',
    path: 'history/file',
    scope: 'sandbox',
    parameters: ['account', 'until'],
    summary:
      'Get the history as a file for replay, of all accounts or of one (account), up to an entry (until=<account/id>)',
    answer: answerFile,
  },
]

function toAnswer(
  entries: readonly HistoryEntry[],
  from: unknown,
  accounts: readonly Account[],
): Answer {
  const items = composeList(
    entries,
    (entry) => JSON.stringify(toHistoryItem(entry)),
    'request fewer entries with limit, after, before or types',
  )
  const dropped = sumOf(accounts.map(({ history }) => history.forgottenCalls))
  const end = `,"complete_from":${JSON.stringify(from)},"dropped":${JSON.stringify(dropped)}}`
  return { pieces: ['{"history":', ...items, end] }
}

function sumOf(all: readonly Readonly<Dropped>[]): Dropped {
  const sum = { entries: 0, account_bytes: 0, sandbox_bytes: 0 }
  for (const dropped of all) {
    sum.entries += dropped.entries
    sum.account_bytes += dropped.account_bytes
    sum.sandbox_bytes += dropped.sandbox_bytes
  }
  return sum
}

/** The file of the histories as they are when its turn has come. */
async function answerFile({ sandbox, query, parts, response }: Context): Promise<Answer> {
  const name = query.get('account')
  const until = query.get('until')
  const instead = 'request the history of one account, or up to an earlier entry'
  const made = await parts.derived.run(response, () => {
    const machineMs = parts.clock.now()
    const accounts = name === null ? sandbox.accounts() : [sandbox.account(name)]
    for (const account of accounts) sandbox.syncClock(account, machineMs)
    const untilOrder = until === null ? undefined : orderOfUntil(sandbox, until, name)
    const { version } = parts
    const extent = { version, untilOrder, max: inputBounds.historyFileBytes, instead }
    return {
      name: 'file',
      options: { instead },
      pieces: historyPieces(sandbox, accounts, extent),
    }
  })
  return made ? { pieces: [made.bytes] } : endedAnswer(parts)
}

/** Of one account, the id alone is enough. */
function orderOfUntil(sandbox: Sandbox, until: string, account: string | null): number {
  const id = account === null || until.includes('/') ? until : `${account}/${until}`
  return findInSandbox(sandbox, id, 'until').order
}
