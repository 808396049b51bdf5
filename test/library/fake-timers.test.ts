import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectSandbox, startSandbox, type Account } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'
import { childSandbox } from '../support/process/child-sandbox.ts'

describe('a test with fake timers', () => {
  afterEach(() => void vi.useRealTimers())

  // The first test of this file: here, what serves the control API is loaded while the timers are fakes.
  it('gets every answer of the control API, also when the timers are real again', async () => {
    vi.useFakeTimers()
    await using sandbox = await startSandbox()
    const ask = async (path: string, method = 'GET') =>
      (await fetch(`${sandbox.url}/_sandbox/${path}`, { method })).status
    const answers = async () => [
      await ask('live'),
      await ask('requests'),
      await ask('nothing'),
      await ask('accounts/%zz'),
      await ask('actions', 'DELETE'),
      await ask('', 'OPTIONS'),
    ]
    const meanwhile = await answers()
    expect(meanwhile).toEqual([200, 200, 404, 400, 415, 404])
    vi.useRealTimers()
    expect(await answers()).toEqual(meanwhile)
  })

  it('can use and close a sandbox without advancing a timer', async () => {
    vi.useFakeTimers()
    const sandbox = await startSandbox()
    const account = await sandbox.account('past_due')
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

describe('fake timers beside a sandbox of another process', () => {
  afterEach(() => void vi.useRealTimers())

  /** A client that has met a 503, and waits 30 s on the fake timers of its test. */
  async function waitingClient() {
    const { url } = await childSandbox([])
    const sandbox = await connectSandbox(url)
    const account = await sandbox.account()
    await account.fail('outage', { for: '20s' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    expect((await clientOf(account).list()).status).toBe(503)
    const calling = new Promise<number>((resolve) => {
      setTimeout(
        () =>
          void clientOf(account)
            .list()
            .then(({ status }) => resolve(status)),
        30_000,
      )
    })
    return { account, calling }
  }

  it('work when the account’s clock is moved first', async () => {
    const { account, calling } = await waitingClient()
    await account.clock.advance('30s')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await calling).toBe(200)
    expect(await brokenRules(account)).toEqual([])
  })

  it('are refused when they were moved first, and the message says what to do', async () => {
    const { account, calling } = await waitingClient()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await calling).toBe(503)
    await expect(account.clock.advance('30s')).rejects.toThrow(
      / after an answer that asked to wait 30 s: .*move the account's clock first, or use clock\.skipWaits/,
    )
  })

  it('are not blamed for a client that does not wait', async () => {
    const { account } = await waitingClient()
    await clientOf(account).list()
    await account.clock.advance('30s')
    expect(await brokenRules(account)).toEqual(['waits_out_outage'])
  })
})

async function brokenRules(account: Account): Promise<string[]> {
  const { etiquette } = await account.report()
  return etiquette.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))
}
