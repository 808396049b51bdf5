import type { Entry } from '../../contract/history/entry.ts'
import type { Dropped } from '../../contract/control/control-shapes.ts'
import type { Account } from '../../core/account/account.ts'
import { toShown } from '../../core/record/shown.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { composeList } from '../compose.ts'
import { completeFrom } from '../../history/replay/account-record.ts'
import { findInAccount, findInSandbox, selectEntries } from '../history.ts'
import type { RouteAnswer, Handlers } from '../route.ts'

/** Everything that happened in the sandbox, in order. */
export const historyHandlers = {
  'GET history': ({ sandbox, query, machineMs }) => {
    const accounts = sandbox.accounts().map((account) => sandbox.syncClock(account, machineMs))
    const entries = selectEntries(
      accounts,
      query,
      (id, field) => findInSandbox(sandbox, id, field).order,
    )
    const from = Object.fromEntries(
      accounts.map((account) => [account.name, completeFrom(account)]),
    )
    return toAnswer(sandbox, entries, from, accounts)
  },
  'GET accounts/:account/history': ({ sandbox, account, query }) => {
    const entries = selectEntries(
      [account],
      query,
      (id, field) => findInAccount(account, id, field).order,
    )
    return toAnswer(sandbox, entries, completeFrom(account), [account])
  },
} satisfies Partial<Handlers>

function toAnswer(
  sandbox: Sandbox,
  entries: readonly Entry[],
  from: unknown,
  accounts: readonly Account[],
): RouteAnswer<never> {
  const items = composeList(
    entries,
    (entry) => JSON.stringify(toShown(entry, sandbox.knownIn(entry.account))),
    'request fewer entries with limit, after, before or types',
  )
  const dropped = sumOf(accounts.map(({ history }) => history.forgottenCalls))
  const end = `,"complete_from":${JSON.stringify(from)},"dropped":${JSON.stringify(dropped)}}`
  return { pieces: ['{"history":', ...items, end] }
}

function sumOf(all: readonly Readonly<Dropped>[]): Dropped {
  const sum = { entries: 0, bytes: 0 }
  for (const dropped of all) {
    sum.entries += dropped.entries
    sum.bytes += dropped.bytes
  }
  return sum
}
