import type { Account } from '../core/account/account.ts'
import { Inboxes } from '../core/inbox/inboxes.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { coreCalls } from './core-calls.ts'
import type { ExpectTarget } from './expect.ts'

/** An account as a target for `expect`, in process. */
export function coreTarget(sandbox: Sandbox, account: Account): ExpectTarget {
  const inboxes = new Inboxes(sandbox.histories)
  return {
    ...coreCalls(sandbox, account),
    inbox(filter) {
      // Mails that are due by then have arrived, as where the control API is asked.
      sandbox.syncClock(account, account.state.clock.machine_ms)
      return { ...inboxes.find(account, filter), others: inboxes.tellOthers(account) }
    },
  }
}
