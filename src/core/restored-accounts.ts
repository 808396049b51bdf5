import type { SandboxState } from '../contract/state/state.ts'
import { Account, type Host } from './account/account.ts'
import { findContradiction } from './account/consistency.ts'
import { Accounts } from './accounts.ts'
import type { Histories } from './histories.ts'
import type { HeldBytes } from './sizes/held-bytes.ts'
import { ActionError, refuse } from '../contract/control/action-error.ts'

/** Why a state replaces everything: it was loaded, a write failed, or a process goes on with its file. */
export type ReplaceReason = 'restored' | 'rolled_back' | 'resumed'

type Owner = Host & {
  readonly held: HeldBytes
  readonly histories: Histories
  /** Why the accounts cannot have so many bytes together. */
  whyTooLarge(bytes: number): string | undefined
}

/**
 * Makes the accounts of a validated state take the place of others, or changes nothing. Histories go
 * on if the state is rolled back, because their calls did happen.
 * @throws ActionError 400 when the state contradicts itself, 409 when it is too large.
 */
export function replaceAccounts(
  owner: Owner,
  before: Accounts,
  state: SandboxState,
  reason: ReplaceReason,
): Accounts {
  const contradiction = findContradiction(state)
  if (contradiction !== undefined) throw new ActionError(400, contradiction)
  const { held, histories } = owner
  const former = reason === 'rolled_back' ? before : new Accounts()
  const historyOf = (name: string) => former.find(name)?.history ?? histories.make(name)
  const restored = restoredAccounts(owner, state, historyOf)
  if (reason === 'restored') {
    const full = owner.whyTooLarge(restored.all().reduce((sum, { bytes }) => sum + bytes, 0))
    if (full !== undefined) refuse('no_room', full)
  }
  for (const { name } of before.all()) held.delete(name)
  const reused = new Set(restored.all().map(({ history }) => history))
  for (const { history } of before.all()) if (!reused.has(history)) history.forget()
  return restored
}

/** Creates the accounts of a validated state without adding them to the sandbox. */
function restoredAccounts(
  host: Host,
  state: SandboxState,
  historyOf: (name: string) => Account['history'],
): Accounts {
  const restored = new Accounts()
  for (const value of state.accounts)
    restored.add(Account.fromState(host, historyOf(value.name), value))
  restored.named = state.accounts_named
  restored.deleted = state.accounts_deleted
  return restored
}
