import { ActionError, refuse } from '../contract/control/action-error.ts'
import { formatValue } from '../contract/values/invalid-choice.ts'
import type { Account } from './account/account.ts'
import { KeyIndex, keysOf } from './account/key-index.ts'

/** The account that always exists. */
export const DEFAULT_ACCOUNT = 'default'

/** Accounts by name and by key, and the counts that the names and keys to come depend on. */
export class Accounts {
  readonly keys = new KeyIndex<Account>()
  /** Number of generated names, and of deleted accounts, since the start or the last reset. */
  named = 0
  deleted = 0
  readonly #byName = new Map<string, Account>()

  get size(): number {
    return this.#byName.size
  }

  all(): Account[] {
    return [...this.#byName.values()]
  }

  find(name: string): Account | undefined {
    return this.#byName.get(name)
  }

  /** The account for what names none: `default`, but in the session of one account. */
  get first(): Account {
    const [first] = this.#byName.values()
    return this.#byName.get(DEFAULT_ACCOUNT) ?? first!
  }

  /** @throws ActionError 404 when there is no such account. */
  get(name: string): Account {
    const account = this.#byName.get(name)
    if (!account) throw new ActionError(404, `account ${formatValue(name)} does not exist`)
    return account
  }

  add(account: Account): void {
    this.#byName.set(account.name, account)
    this.keys.register(account)
  }

  /** An account that is created is not the one of that name that others branched off, which was deleted. */
  addNew(account: Account): void {
    for (const { state } of this.#byName.values()) {
      if (state.forked_from?.account === account.name) delete state.forked_from
    }
    this.add(account)
  }

  /** @throws ActionError 409 for `default`. */
  delete(account: Account): void {
    const isDefault = account.name === DEFAULT_ACCOUNT
    if (isDefault) refuse('default_account', 'account default cannot be deleted; reset it instead')
    this.#byName.delete(account.name)
    this.keys.unregister(account)
    this.deleted += 1
  }
  /** @throws ActionError 409 when another account has a key that a former value of this one had. */
  refuseKeysOfOthers(former: Account, account: Account): void {
    const holders = keysOf(former.state).map((key) => this.keys.find(key) ?? account)
    const holder = holders.find((held) => held !== account)
    if (!holder) return
    refuse(
      'key_taken',
      `account ${holder.name} has a key that account ${account.name} had at that time`,
    )
  }
}
