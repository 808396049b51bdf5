import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectSandbox, startSandbox, type Account, type Sandbox } from '../../../src/index.ts'
import { Clock } from '../../../src/client/clock.ts'
import { transports } from '../transports.ts'
import '../../support/process/fresh-build.js' // dist/skip-waits.cjs

/** Without skipped waits a test would not end. */
const HOURS_MS = 10 * 3_600_000

const get = (account: Account, signal?: AbortSignal) =>
  fetch(`${account.url}/v1/aliases`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
    ...(signal && { signal }),
  })

/** Calls; after a 503 it waits as long as it is told, or so many seconds less, and calls again. Then it rests. */
async function call(account: Account, secondsLess = 0, restMs = HOURS_MS): Promise<number[]> {
  const statuses: number[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await get(account)
    await answer.text()
    statuses.push(answer.status)
    if (answer.ok) break
    await sleep((Number(answer.headers.get('retry-after')) - secondsLess) * 1_000)
  }
  await sleep(restMs)
  return statuses
}

async function verdictOf(account: Account) {
  const { etiquette } = await account.report()
  return etiquette.find(({ rule }) => rule === 'waits_out_outage')?.verdict
}

/** An account that is out of service for 20 s, after which every call said 30. */
async function inOutage(sandbox: Sandbox): Promise<Account> {
  const account = await sandbox.account()
  await account.fail('outage', { for: '20s' })
  return account
}

describe.each(transports)('waits are skipped (%s)', (_name, open) => {
  it('a client that waits 30 s after a 503 is through at once, and has waited for its account', async () => {
    const account = await inOutage(await open())
    const before = await account.clock.now()
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
    const passedMs = (await account.clock.now()).getTime() - before.getTime()
    expect(passedMs).toBeGreaterThanOrEqual(30_000 + HOURS_MS)
    expect(await verdictOf(account)).toBe('pass')
  })

  it('a client that waits too short has called too early, though the outage is over', async () => {
    const account = await inOutage(await open())
    expect(await account.clock.skipWaits(() => call(account, 5))).toEqual([503, 200])
    expect(await verdictOf(account)).toBe('fail')
  })

  it('a frozen clock moves by what the client waits', async () => {
    const sandbox = await open({ now: '2026-03-01T12:00:00Z', frozen: true })
    const account = await inOutage(sandbox)
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
    expect(await verdictOf(account)).toBe('pass')
    expect((await account.clock.now()).toISOString()).toBe('2026-03-01T22:00:30.000Z')
  })

  it('a scaled clock moves by as much more', async () => {
    const account = await inOutage(await open({ scale: 10 }))
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200]) // 3 s are told
    expect(await verdictOf(account)).toBe('pass')
  })

  it('accounts at the same time share the jumps, and keep their verdicts', async () => {
    const sandbox = await open()
    const accounts = await Promise.all([0, 1, 2].map(() => inOutage(sandbox)))
    const less = [0, 10, 0]
    await Promise.all(
      accounts.map((account, at) => account.clock.skipWaits(() => call(account, less[at]))),
    )
    expect(await Promise.all(accounts.map(verdictOf))).toEqual(['pass', 'fail', 'pass'])
  })

  it('the next wait of a test that moves the clock itself counts from there', async () => {
    const account = await (await open({ frozen: true })).account()
    const before = await account.clock.now()
    await account.clock.skipWaits(async () => {
      await sleep(60_000)
      await account.clock.advance('1h')
      await sleep(60_000)
    })
    expect((await account.clock.now()).getTime() - before.getTime()).toBe(3_720_000)
  })

  it('a test may wait for a call that the client makes later', async () => {
    const account = await inOutage(await open())
    const [statuses, calls] = await account.clock.skipWaits(() =>
      Promise.all([call(account), account.waitForRequests({ count: 2 })]),
    )
    expect(statuses).toEqual([503, 200])
    expect(calls.map(({ outcome }) => outcome)).toEqual(['outage', 'listed'])
  })

  it('a test may wait for a mail that is sent later', async () => {
    const account = await (await open()).account({ aliases: [{ id: 'shop' }] })
    const to = 'shop@alias-sandbox.example'
    const [mail] = await account.clock.skipWaits(() =>
      Promise.all([
        account.inbox.waitFor({ to }),
        sleep(HOURS_MS).then(() => account.deliver({ to, text: 'Your code is 482913.' })),
      ]),
    )
    expect(mail.codes).toEqual(['482913'])
  })

  it('an answer that takes its time is waited for, and no time-out is over too early', async () => {
    const account = await (await open()).account()
    await account.fail('delay', { ms: 300 })
    const patient = async () => (await get(account, AbortSignal.timeout(10_000))).status
    expect(await account.clock.skipWaits(patient)).toBe(200)
  })

  it('fails when the account is gone', async () => {
    const account = await (await open()).account()
    const waiting = account.clock.skipWaits(async () => {
      await account.dispose()
      await sleep(1_000)
    })
    await expect(waiting).rejects.toMatchObject({ name: 'SandboxError', code: 'closed' })
  })
})

describe('one account moves once per wait', () => {
  const nested = (account: Account, levels: number): Promise<unknown> =>
    levels === 0 ? call(account, 15, 0) : account.clock.skipWaits(() => nested(account, levels - 1))

  it('however deep the functions are nested', async () => {
    await using sandbox = await startSandbox({ frozen: true })
    const account = await inOutage(sandbox)
    const before = await account.clock.now()
    expect(await nested(account, 3)).toEqual([503, 503, 200])
    expect((await account.clock.now()).getTime() - before.getTime()).toBe(30_000)
    expect(await verdictOf(account)).toBe('fail')
  })

  it('when the whole test skips its waits, too', async () => {
    await using sandbox = await startSandbox({ frozen: true })
    const account = await inOutage(sandbox)
    const end = Clock.startSkipping(account.clock)
    expect(await nested(account, 1)).toEqual([503, 503, 200])
    await end()
    expect(await verdictOf(account)).toBe('fail')
  })

  it('when clients wait at the same time, through connections of their own', async () => {
    await using sandbox = await startSandbox({ frozen: true })
    const connected = await connectSandbox(sandbox.url)
    const before = await sandbox.defaultAccount.clock.now()
    const wait = ({ defaultAccount: { clock } }: Sandbox, ms: number) =>
      clock.skipWaits(() => sleep(ms))
    await Promise.all([wait(sandbox, 30_000), wait(connected, 45_000), wait(connected, 30_000)])
    const after = await sandbox.defaultAccount.clock.now()
    expect(after.getTime() - before.getTime()).toBe(45_000)
  })
})

describe('outside of the function', () => {
  const functions = () => [
    setTimeout,
    setInterval,
    clearTimeout,
    clearInterval,
    Date,
    Date.now,
    AbortSignal.timeout,
    performance.now,
  ]

  it('everything is as before, also when it throws', async () => {
    await using sandbox = await startSandbox()
    const { clock } = sandbox.defaultAccount
    const before = functions()
    const broken = clock.skipWaits(async () => {
      expect(functions()).not.toEqual(before)
      await sleep(60_000)
      throw new Error('the client is broken')
    })
    await expect(broken).rejects.toThrow('the client is broken')
    expect(functions()).toEqual(before)
    await expect(
      clock.skipWaits(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(functions()).toEqual(before)
  })

  it('a timer from inside can be cleared and refreshed', async () => {
    await using sandbox = await startSandbox()
    const fired: string[] = []
    const [hurried, waiting] = await sandbox.defaultAccount.clock.skipWaits(async () => {
      const timers = [
        setTimeout(() => void fired.push('hurried'), HOURS_MS),
        setTimeout(() => void fired.push('waiting'), HOURS_MS + 3_600_000),
      ] as const
      await sleep(HOURS_MS + 1)
      return timers
    })
    expect(fired).toEqual(['hurried'])
    hurried.refresh()
    await sleep(50)
    expect(fired).toEqual(['hurried'])
    clearTimeout(hurried)
    clearTimeout(waiting)
    await sleep(5)
    expect(fired).toEqual(['hurried'])
  })

  it('a timer that was set before takes its time, and is not hurried', async () => {
    await using sandbox = await startSandbox()
    let isOver = false
    const before = setTimeout(() => (isOver = true), 3_600_000)
    onTestFinished(() => clearTimeout(before))
    await sandbox.defaultAccount.clock.skipWaits(() => sleep(HOURS_MS))
    expect(isOver).toBe(false)
  })
})

describe('inside', () => {
  it('Date is the time of the machine and the jumps, whatever the account’s clock says', async () => {
    await using sandbox = await startSandbox({ now: '2020-03-01T12:00:00Z' })
    const before = Date.now()
    const [first, second] = await sandbox.defaultAccount.clock.skipWaits(async () => {
      const dates = [new Date()]
      await sleep(HOURS_MS)
      return [...dates, new Date()]
    })
    expect(first!.getFullYear()).toBe(new Date(before).getFullYear())
    expect(second!.getTime() - first!.getTime()).toBeGreaterThanOrEqual(HOURS_MS)
    expect(Date.now() - before).toBeLessThan(HOURS_MS)
  })

  it('Date and performance go on while code computes', async () => {
    await using sandbox = await startSandbox()
    await sandbox.defaultAccount.clock.skipWaits(() => {
      for (const now of [() => Date.now(), () => performance.now()]) {
        const start = now()
        while (now() - start < 5);
      }
    })
  })

  it('a wait can be given up, with the error of Node', async () => {
    await using sandbox = await startSandbox()
    const giveUp = () => sleep(HOURS_MS, undefined, { signal: AbortSignal.timeout(60_000) })
    await expect(sandbox.defaultAccount.clock.skipWaits(giveUp)).rejects.toMatchObject({
      name: 'AbortError',
      code: 'ABORT_ERR',
      cause: { name: 'TimeoutError' },
    })
  })

  it('timers fire one after the other, and what one of them clears does not fire', async () => {
    await using sandbox = await startSandbox()
    const fired: string[] = []
    await sandbox.defaultAccount.clock.skipWaits(async () => {
      const cleared = [
        setTimeout(() => fired.push('object'), 60_000),
        setTimeout(() => fired.push('number'), 60_000),
        setTimeout(() => fired.push('close'), 60_000),
      ] as const
      const clear = async () => {
        await Promise.resolve()
        clearTimeout(cleared[0])
        clearTimeout(Number(cleared[1]))
        cleared[2].close()
      }
      setTimeout(() => void clear(), 30_000)
      setTimeout(() => fired.push('last'), 90_000)
      await sleep(120_000)
    })
    expect(fired).toEqual(['last'])
  })

  it('the time limit of inbox.waitFor is real time', async () => {
    await using sandbox = await startSandbox()
    const { clock, inbox } = sandbox.defaultAccount
    let isOver = false
    const waiting = inbox.waitFor({ timeout: '10m' }).finally(() => (isOver = true))
    waiting.catch(() => {})
    await clock.skipWaits(() => sleep(HOURS_MS))
    expect(isOver).toBe(false)
  })
})

describe('fake timers', () => {
  const refused = {
    name: 'SandboxError',
    code: 'refused',
    message: expect.stringContaining('vi.useRealTimers()'),
  }
  const kinds: [string, () => void][] = [
    ['timers', () => void vi.useFakeTimers()],
    ['setImmediate alone', () => void vi.useFakeTimers({ toFake: ['setImmediate'] })],
    ['a fake Date', () => void vi.useFakeTimers({ toFake: ['Date'] })],
    ['a set system time', () => void vi.setSystemTime('2026-03-01T12:00:00Z')],
  ]

  it.each(kinds)(
    'are refused before, and do no harm when they are gone: %s',
    async (_name, fake) => {
      onTestFinished(() => void vi.useRealTimers())
      fake()
      await using sandbox = await startSandbox()
      const run = vi.fn()
      await expect(sandbox.defaultAccount.clock.skipWaits(run)).rejects.toMatchObject(refused)
      expect(run).not.toHaveBeenCalled()
      vi.useRealTimers()
      const account = await inOutage(sandbox)
      expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
      expect(await verdictOf(account)).toBe('pass')
    },
  )

  it.each([kinds[0]!, kinds[2]!, kinds[3]!])(
    'are refused inside, and everything is as before: %s',
    async (_name, fake) => {
      onTestFinished(() => void vi.useRealTimers())
      await using sandbox = await startSandbox()
      const account = await inOutage(sandbox)
      const before = [setTimeout, Date]
      const waiting = account.clock.skipWaits(async () => {
        fake()
        return call(account)
      })
      await expect(waiting).rejects.toMatchObject(refused)
      vi.useRealTimers()
      expect([setTimeout, Date]).toEqual(before)
      const next = await inOutage(sandbox)
      expect(await next.clock.skipWaits(() => call(next))).toEqual([503, 200])
    },
  )

  it('can be used afterwards', async () => {
    onTestFinished(() => void vi.useRealTimers())
    await using sandbox = await startSandbox()
    await sandbox.defaultAccount.clock.skipWaits(() => sleep(HOURS_MS))
    vi.useFakeTimers()
    const fired = vi.fn()
    setTimeout(fired, 60_000)
    vi.advanceTimersByTime(60_000)
    expect(fired).toHaveBeenCalledOnce()
  })
})
