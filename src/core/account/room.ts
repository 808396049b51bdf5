import { toNumber } from '../../text/numbers.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { aliasBytes } from '../sizes/bytes.ts'
import type { Account } from './account.ts'

/** Why an account can have no further alias with these texts. */
export function whyNoRoomForAlias(
  account: Account,
  alias: Parameters<typeof aliasBytes>[0],
): string | undefined {
  if (account.aliases.ids < limits.aliases.value)
    return account.host.whyNoRoom(account, aliasBytes(alias))
  return `this account of the sandbox (not the service that it imitates) has had ${toNumber(limits.aliases.value)} aliases, which is the maximum; reset it`
}

/** Refuses a change for which there is no room beside all accounts as they are. */
export function refuseWithoutRoom(account: Account, bytes = 0): void {
  const full = account.host.whyNoRoom(account, bytes)
  if (full !== undefined) refuse('no_room', full)
}
