import { TestEnvironment } from 'jest-environment-node'
import type { Account } from './client/account.ts'
import { watchAccounts } from './client/account-watcher.ts'
import { saveFailurePage } from './library/failure-page.ts'

/** The part of Jest's events that is used here. */
type TestEvent = { name: string; test?: { name: string; errors: readonly unknown[] } }

/**
 * `alias-sandbox/jest/environment` as Jest's `testEnvironment`: that of Node.js, in which a test that fails leaves a page
 * of each account that it asked for, if ALIAS_SANDBOX_PAGES names a folder.
 */
export default class SandboxEnvironment extends TestEnvironment {
  /** The accounts that are asked for outside of tests, as in `beforeAll`, belong to all tests of the file. */
  readonly #ofFile = new Set<Account>()
  #ofTest: Set<Account> | undefined
  #saved = new Set<Account>()

  override async setup(): Promise<void> {
    await super.setup()
    for (const global of this.#globals()) {
      watchAccounts(global, (account) => (this.#ofTest ?? this.#ofFile).add(account))
    }
  }

  override async teardown(): Promise<void> {
    for (const global of this.#globals()) watchAccounts(global, undefined)
    await super.teardown()
  }

  async handleTestEvent({ name, test }: TestEvent): Promise<void> {
    if (name === 'test_start') {
      this.#ofTest = new Set()
      this.#saved = new Set()
    }
    // At once, because a hook that runs after the test may dispose of the account.
    if (test && test.errors.length > 0) await this.#save(test.name)
    if (name === 'test_done') this.#ofTest = undefined
  }

  async #save(test: string): Promise<void> {
    for (const account of [...this.#ofFile, ...(this.#ofTest ?? [])]) {
      if (this.#saved.has(account)) continue
      this.#saved.add(account)
      await saveFailurePage(account, test)
    }
  }

  /** That of the tests, and that of Jest, in which `require('alias-sandbox')` runs. */
  #globals(): object[] {
    return [this.global, globalThis]
  }
}
