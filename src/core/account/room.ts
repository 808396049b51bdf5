import { refuse } from '../../contract/action-error.ts'
import type { Account } from './account.ts'

/** Refuses what the budget of all accounts has no room for. */
export function refuseWithoutRoom(account: Account, bytes: number): void {
  const full = account.host.whyNoRoomFor(account, bytes)
  if (full !== undefined) refuse(full)
}
