import { afterEach, describe, expect, it, vi } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'

describe('a test with fake timers', () => {
  afterEach(() => void vi.useRealTimers())

  it('can use and close a sandbox without advancing a timer', async () => {
    vi.useFakeTimers()
    const sandbox = await startSandbox()
    const account = await sandbox.account({ scenario: 'past_due' })
    expect((await clientOf(account).list()).status).toBe(403)
    await account.clock.advance('25h')
    await sandbox.close()
  })

  it('has a sandbox that follows the Date of the test', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
    await using sandbox = await startSandbox()
    expect(await sandbox.defaultAccount.clock.now()).toEqual(new Date('2026-03-01T12:00:00Z'))
    vi.setSystemTime(new Date('2026-03-01T13:00:00Z'))
    expect(await sandbox.defaultAccount.clock.now()).toEqual(new Date('2026-03-01T13:00:00Z'))
  })
})
