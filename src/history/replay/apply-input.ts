import { msOf } from '../../contract/history/entry-types.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import type { Account } from '../../core/account/account.ts'
import { moveTo, repeatAction, repeatCall, type Input } from './repeat-input.ts'
import type { ReplayHost } from './replay-host.ts'
import { undoAccount } from './undo.ts'

/** Applies an input at its recorded times; the account's history records what it does. */
export function applyInput(account: Account, host: ReplayHost, input: Input): void {
  switch (input.type) {
    case 'call':
      repeatCall(account, host, input)
      return
    case 'action':
    case 'mail':
      repeatAction(account, host, input)
      return
    case 'undo': {
      const { to, origin, real_at } = input
      moveTo(account, input)
      undoAgain(account, host, { to, origin, machineMs: msOf(real_at) })
    }
  }
}

/** In an edited history there may be nothing to go back to; then nothing changes. */
function undoAgain(...[account, host, input]: Parameters<typeof undoAccount>): void {
  try {
    undoAccount(account, host, input)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}
