import type { AccountState, SandboxState } from '../contract/state.ts'
import { Account, type Host } from './account/account.ts'
import { findContradictionOf } from './account/contradictions.ts'
import type { Journal } from './account/journal.ts'
import { keysOf } from './account/keys.ts'
import { ActionRefused } from './account/refused.ts'

type Restored = {
  accounts: Map<string, Account>
  keys: Map<string, Account>
  /** What the accounts hold, in bytes. */
  bytes: number
}

/** The accounts of a checked state, which are not yet those of the sandbox. */
export function restoredAccounts(
  host: Host,
  state: SandboxState,
  journalOf: (name: string) => Journal,
): Restored {
  const restored: Restored = { accounts: new Map(), keys: new Map(), bytes: 0 }
  for (const value of state.accounts) {
    const account = new Account(host, journalOf(value.name), value)
    restored.accounts.set(value.name, account)
    for (const key of keysOf(value)) restored.keys.set(key, account)
    restored.bytes += account.aliases.bytes
  }
  return restored
}

/** The one account of a state, which has to have this name. @throws ActionRefused 400. */
export function onlyAccount(
  { accounts: [value, ...others] }: SandboxState,
  name: string,
  holderOf: (key: string) => string | undefined,
): AccountState {
  if (value?.name !== name || others.length > 0) {
    throw new ActionRefused(400, `accounts: this is not the state of account ${name}`)
  }
  const contradiction = findContradictionOf(value, holderOf)
  if (contradiction !== undefined) throw new ActionRefused(400, contradiction)
  return value
}
