import { refuse } from '../../contract/control/action-error.ts'
import type { Account } from './account.ts'

/** Refuses a change for which there is no room beside all accounts as they are. */
export function refuseWithoutRoom(account: Account, bytes = 0): void {
  const full = account.host.whyNoRoomFor(account, bytes)
  if (full !== undefined) refuse('no_room', full)
}
