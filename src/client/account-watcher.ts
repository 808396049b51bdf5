import type { Account } from './account.ts'

type Watcher = (account: Account) => void

/** The place of a test runner's watcher: tests can have another global object than the adapter. */
const WATCHER = Symbol.for('alias-sandbox.account-watcher')

type WatchedGlobal = { [WATCHER]?: Watcher | undefined }

/** From now on `watcher` learns of each account that code with this global object asks for. */
export function watchAccounts(global: object, watcher: Watcher | undefined): void {
  ;(global as WatchedGlobal)[WATCHER] = watcher
}

export function tellWatcher(account: Account): Account {
  ;(globalThis as WatchedGlobal)[WATCHER]?.(account)
  return account
}
