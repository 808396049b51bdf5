import { refuse } from '../../contract/control/action-error.ts'
import type { Account } from './account.ts'

/** Refuses a change that does not fit into the memory budget of all accounts. */
export function refuseWithoutRoom(account: Account, bytes: number): void {
  const full = account.host.whyNoRoomFor(account, bytes)
  if (full !== undefined) refuse('no_room', full)
}
