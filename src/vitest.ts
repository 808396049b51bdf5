import { inject, test as base } from 'vitest'
import { connectSandbox, SandboxError } from './client.ts'
import type { Account } from './client/account.ts'
import { Clock } from './client/clock.ts'
import type { AccountOptions, Sandbox } from './client/sandbox.ts'
import { saveFailurePage } from './library/failure-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's sandbox, provided by `alias-sandbox/vitest/setup`. */
    aliasSandboxUrl: string
  }
}

/** The fixtures of {@link test}. */
export type SandboxFixtures = {
  /** The sandbox of the run, which all tests share. */
  sandbox: Sandbox
  /** How `account` starts; override it with `test.extend({ accountOptions: { scenario: 'past_due' } })`. */
  accountOptions: AccountOptions
  /**
   * Whether waits of the test and of its client take no time, as in `account.clock.skipWaits`. Override it
   * with `test.extend({ travelling: true })`; such a test cannot be concurrent.
   */
  travelling: boolean
  /**
   * An account for this test alone; deleted when the test ends. If the test fails and ALIAS_SANDBOX_PAGES names a folder,
   * its history is saved there as a page.
   */
  account: Account
}

/**
 * `alias-sandbox/vitest`: Vitest's `test` with a separate account for each test, on the sandbox that
 * `alias-sandbox/vitest/setup` has started. Tests can run concurrently, each in its own state.
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
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures this one needs: none
    async ({}, use) => {
      const sandbox = await connectSandbox(urlOfRun())
      await use(sandbox)
      await sandbox.close()
    },
    { scope: 'file' },
  ],
  accountOptions: {},
  travelling: false,
  account: async ({ sandbox, accountOptions, travelling, task }, use) => {
    if (travelling && task.concurrent) throw new SandboxError('bad_argument', NOT_CONCURRENT)
    const account = await sandbox.account(accountOptions)
    const end = travelling ? Clock.startSkipping(account.clock) : undefined
    await use(account)
    await end?.()
    if (task.result?.state === 'fail') await saveFailurePage(account, task.name)
    await account.dispose()
  },
})

const NOT_CONCURRENT =
  'travelling: tests that run at the same time share their timers; leave out concurrent'

function urlOfRun(): string {
  const url = inject('aliasSandboxUrl') as string | undefined
  if (url !== undefined) return url
  const message =
    "no sandbox is running: add globalSetup: ['alias-sandbox/vitest/setup'] to the test section of vitest.config"
  throw new SandboxError('bad_argument', message)
}
