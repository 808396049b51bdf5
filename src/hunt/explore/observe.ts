import type { Account } from '../../core/account/account.ts'
import { toJudged } from '../../report/judged-account.ts'
import { reportOn } from '../../report/report.ts'
import type { Observed } from './client.ts'

/** What the accounts of a run show, after it has ended. */
export function observe(
  accounts: readonly Account[],
  run: Omit<Observed, 'accounts' | 'report'>,
): Observed {
  return {
    ...run,
    accounts: accounts.map(({ name, history }) => ({ name, history: history.visible() })),
    report: reportOn(accounts.map(toJudged)),
  }
}
