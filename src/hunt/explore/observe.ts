import type { Account } from '../../core/account/account.ts'
import { toJudged } from '../../report/judged-account.ts'
import { reportOn } from '../../report/report.ts'
import type { ObservedRun } from './client.ts'

/** Reads the accounts of a run after it has ended. */
export function observe(
  accounts: readonly Account[],
  run: Omit<ObservedRun, 'accounts' | 'report'>,
): ObservedRun {
  return {
    ...run,
    accounts: accounts.map(({ name, history }) => ({ name, history: history.requests.judged() })),
    report: reportOn(accounts.map(toJudged)),
  }
}
