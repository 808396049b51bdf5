import type { Origin } from '../../contract/control/origins.ts'
import type { Account } from '../../core/account/account.ts'
import { setClock } from '../../core/clock/clock.ts'
import type { RewindEntry } from '../../core/record/history-entry.ts'
import { accountBefore, findInHistory } from './account-before.ts'
import type { ReplayHost } from './replay-host.ts'

/**
 * Puts the account back to its state before an entry of its history, which keeps that entry and all
 * later ones. Its clock goes on from there.
 * @throws ActionError as `accountBefore` does.
 */
export function rewindAccount(
  account: Account,
  host: ReplayHost,
  { to, machineMs, origin }: { to: string; machineMs: number; origin: Origin },
  replace: (account: Account, before: Account) => void = replaceValue,
): void {
  const before = accountBefore(account, findInHistory(account, to, 'to'), host)
  recordRewind(account, { to, machineMs, origin }, () => replace(account, before))
}

/** Records that `replace` puts the account back. Its clock goes on from the time of its new value. */
export function recordRewind(
  account: Account,
  { to, machineMs, origin }: Pick<RewindEntry, 'to' | 'machineMs' | 'origin'>,
  replace: () => void,
): void {
  const accountMs = account.now
  replace()
  setClock(account.state.clock, account.now, machineMs)
  account.history.add({ type: 'rewind', accountMs, machineMs, origin, to })
  account.addBase()
}

/** Replaces the value of an account, with its keys. */
export function replaceValue(account: Account, value: Account): void {
  const { keys } = account.host
  keys.unregister(account)
  account.replaceWith(value)
  keys.register(account)
}
