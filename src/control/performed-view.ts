import type { Account } from '../core/account/account.ts'
import { toIso } from '../core/clock/times.ts'
import type { RecordedAction } from '../core/inputs/recording.ts'
import { toFiredView } from './views/account-view.ts'

/** Returns the result of an action, as its answer tells it. */
export function performedView(
  action: string,
  account: Account,
  { result, fired, entry }: RecordedAction,
) {
  return {
    action,
    account: account.name,
    now: toIso(account.now),
    result,
    ...(entry.unchanged && { unchanged: true as const }),
    fired: fired.events.map(toFiredView),
    ...(fired.total > fired.events.length && { fired_total: fired.total }),
  }
}
