import { test as base } from '@playwright/test'
import type { Account } from './client/account.ts'
import { connectSandbox } from './client/connect.ts'
import type { AccountOptions, Sandbox } from './client/sandbox.ts'
import { saveFailurePage } from './library/failure-page.ts'

export { routeAliases } from './library/route-aliases.ts'

/** The fixtures of {@link test} that each test has for itself. */
export type SandboxFixtures = {
  /** How `account` starts; set it with `test.use({ accountOptions: { scenario: 'past_due' } })`. */
  accountOptions: AccountOptions
  /**
   * An account for this test alone; deleted when the test ends. If the test fails and ALIAS_SANDBOX_PAGES names a folder,
   * its history is saved there as a page, and attached to the test in Playwright's report.
   */
  account: Account
}

/** The fixtures of {@link test} that the tests of a worker share. */
export type SandboxWorkerFixtures = {
  /** The sandbox at `ALIAS_SANDBOX_URL`. */
  sandbox: Sandbox
}

/**
 * `alias-sandbox/playwright`: Playwright's `test` with a separate account for each test, on the sandbox that `webServer`
 * or `alias-sandbox exec` has started.
 *
 * @example
 * import { expect } from '@playwright/test'
 * import { test } from 'alias-sandbox/playwright'
 *
 * test('lists no aliases', async ({ account, request }) => {
 *   const headers = { authorization: `Bearer ${account.apiKey}` }
 *   expect((await request.get(`${account.url}/v1/aliases`, { headers })).status()).toBe(200)
 * })
 */
export const test = base.extend<SandboxFixtures, SandboxWorkerFixtures>({
  sandbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures this one needs: none
    async ({}, use) => {
      const sandbox = await connectSandbox()
      await use(sandbox)
      await sandbox.close()
    },
    { scope: 'worker' },
  ],
  accountOptions: [{}, { option: true }],
  account: async ({ sandbox, accountOptions }, use, testInfo) => {
    const account = await sandbox.account(accountOptions)
    await use(account)
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = await saveFailurePage(account, testInfo.title)
      if (path !== undefined) await testInfo.attach('history', { path, contentType: 'text/html' })
    }
    await account.dispose()
  },
})
