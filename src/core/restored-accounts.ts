import type { AccountState, SandboxState } from '../contract/state.ts'
import { Account, type Host } from './account/account.ts'
import type { Snapshot } from './account/snapshot.ts'
import { findContradictionOf } from './account/consistency.ts'
import type { History } from './record/history.ts'
import { KeyIndex } from './account/key-index.ts'
import { ActionError } from '../contract/action-error.ts'

type Restored = {
  accounts: Map<string, Account>
  keys: KeyIndex<Account>
  /** Memory used by the accounts, in bytes. */
  bytes: number
}

/** Creates the accounts of a validated state without adding them to the sandbox. */
export function restoredAccounts(
  host: Host,
  state: SandboxState,
  historyOf: (name: string) => History<Snapshot>,
): Restored {
  const restored: Restored = { accounts: new Map(), keys: new KeyIndex(), bytes: 0 }
  for (const value of state.accounts) {
    const account = Account.fromState(host, historyOf(value.name), value)
    restored.accounts.set(value.name, account)
    restored.keys.register(account)
    restored.bytes += account.aliases.bytes
  }
  return restored
}

/** Returns the only account of a state, which must have this name. @throws ActionError 400. */
export function onlyAccount(
  { accounts: [value, ...others] }: SandboxState,
  name: string,
  holderOf: (key: string) => string | undefined,
): AccountState {
  if (value?.name !== name || others.length > 0) {
    throw new ActionError(400, `accounts: this is not the state of account ${name}`)
  }
  const contradiction = findContradictionOf(value, holderOf)
  if (contradiction !== undefined) throw new ActionError(400, contradiction)
  return value
}
