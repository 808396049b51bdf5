import type { AccountState } from '../../contract/state/state.ts'

type Holder = { readonly state: Pick<AccountState, 'key'> }

/** Maps keys to accounts. */
export class KeyIndex<Account extends Holder> {
  readonly #accounts = new Map<string, Account>()

  find(key: string): Account | undefined {
    return this.#accounts.get(key)
  }

  has(key: string): boolean {
    return this.#accounts.has(key)
  }

  /** Former keys are registered too, so that the reason for a 401 can name their account. */
  register(account: Account): void {
    for (const key of keysOf(account.state)) this.#accounts.set(key, account)
  }

  unregister(account: Account): void {
    for (const key of keysOf(account.state)) this.#accounts.delete(key)
  }
}

/** Every key that an account has had. */
export function keysOf({ key }: Pick<AccountState, 'key'>): string[] {
  return [key.first, key.current, ...key.retired]
}
