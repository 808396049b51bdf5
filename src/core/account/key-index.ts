import type { Account } from './account.ts'
import { keysOf } from './keys.ts'

/** Which key leads to which account. */
export class KeyIndex {
  readonly #accounts = new Map<string, Account>()

  find(key: string): Account | undefined {
    return this.#accounts.get(key)
  }

  has(key: string): boolean {
    return this.#accounts.has(key)
  }

  /** Every key that the account has had leads to it, so that an old one can say what became of it. */
  register(account: Account): void {
    for (const key of keysOf(account.state)) this.#accounts.set(key, account)
  }

  unregister(account: Account): void {
    for (const key of keysOf(account.state)) this.#accounts.delete(key)
  }
}
