import { inject, test as base } from 'vitest'
import type { Account } from './client/account.ts'
import { connectSandbox } from './client/connect.ts'
import { SandboxError } from './client/error.ts'
import type { AccountOptions, Sandbox } from './client/sandbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the sandbox of the run is; `alias-sandbox/vitest/setup` provides it. */
    aliasSandboxUrl: string
  }
}

/** What a test can ask for by naming it. */
export type SandboxFixtures = {
  /** The sandbox of the run, which all tests share. */
  sandbox: Sandbox
  /** How `account` starts; `test.extend({ accountOptions: { scenario: 'past_due' } })` says otherwise. */
  accountOptions: AccountOptions
  /** An account that only this test knows; it is gone when the test ends. */
  account: Account
}

/**
 * `alias-sandbox/vitest`: Vitest's `test` with an account of its own for each test, on the one sandbox
 * that `alias-sandbox/vitest/setup` has started. Tests may run concurrently, each in another state.
 *
 * @example
 * import { test } from 'alias-sandbox/vitest'
 *
 * test('creates an alias', async ({ account, expect }) => {
 *   const client = new MyClient(account.url, account.apiKey)
 *   expect((await client.create({ label: 'shop' })).label).toBe('shop')
 * })
 */
export const test = base.extend<SandboxFixtures>({
  sandbox: [
    // Vitest reads from the pattern what a fixture needs; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const sandbox = await connectSandbox(urlOfRun())
      await use(sandbox)
      await sandbox.close()
    },
    { scope: 'file' },
  ],
  accountOptions: {},
  account: async ({ sandbox, accountOptions }, use) => {
    const account = await sandbox.account(accountOptions)
    await use(account)
    await account.dispose()
  },
})

function urlOfRun(): string {
  const url = inject('aliasSandboxUrl') as string | undefined
  if (url !== undefined) return url
  const message =
    "no sandbox runs: add globalSetup: ['alias-sandbox/vitest/setup'] to the test section of vitest.config"
  throw new SandboxError('bad_argument', message)
}
