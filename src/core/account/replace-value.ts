import type { Account } from './account.ts'

/** Replaces the value of an account, with its keys. */
export function replaceValue(account: Account, value: Account): void {
  const { keys } = account.host
  keys.unregister(account)
  account.replaceWith(value)
  keys.register(account)
}
