import type { UndoEntry } from '../../contract/history/entry.ts'
import type { Origin } from '../../contract/history/origins.ts'
import type { Account } from '../../core/account/account.ts'
import { replaceValue } from '../../core/account/replace-value.ts'
import { toIso } from '../../core/clock/times.ts'
import { setClock } from '../../core/clock/clock.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { accountBefore, findInHistory } from './account-before.ts'
import { ReplayHost } from './replay-host.ts'

/** Puts an account of a sandbox back to its state before an entry of its history. @throws ActionError */
export function undoIn(
  sandbox: Sandbox,
  account: Account,
  to: string,
  machineMs: number,
  origin: Origin = 'control',
): void {
  sandbox.syncClock(account, machineMs)
  undoAccount(account, new ReplayHost(sandbox), { to, machineMs, origin }, (_account, before) =>
    sandbox.overwrite(account, before),
  )
}

/**
 * Puts the account back to its state before an entry of its history, which keeps that entry and all
 * later ones. Its clock goes on from there.
 * @throws ActionError as `accountBefore` does.
 */
export function undoAccount(
  account: Account,
  host: ReplayHost,
  { to, machineMs, origin }: { to: string; machineMs: number; origin: Origin },
  replace: (account: Account, before: Account) => void = replaceValue,
): void {
  const before = accountBefore(account, findInHistory(account, to, 'to'), host)
  recordUndo(account, { to, machineMs, origin }, () => replace(account, before))
}

/** Records that `replace` puts the account back. Its clock goes on from the time of its new value. */
function recordUndo(
  account: Account,
  { to, machineMs, origin }: Pick<UndoEntry, 'to' | 'origin'> & { machineMs: number },
  replace: () => void,
): void {
  const at = toIso(account.now)
  replace()
  setClock(account.state.clock, account.now, machineMs)
  account.history.add({ type: 'undo', at, real_at: toIso(machineMs), origin, to })
  account.addBase()
}
