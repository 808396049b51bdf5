import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox, type Account, type Sandbox } from '../../src/index.ts'
import { transports } from '../library/transports.ts'
import '../support/process/fresh-build.js' // dist/skip-waits.cjs

/** Without skipped waits a test would not end. */
const HOURS_MS = 10 * 3_600_000

const get = (account: Account) =>
  fetch(`${account.url}/v1/aliases`, { headers: { authorization: `Bearer ${account.apiKey}` } })

/** Mails, over a connection of its own, then rests. */
async function mail(smtpUrl: string, to: string): Promise<string> {
  const transport = createTransport(smtpUrl)
  const { response } = await transport.sendMail({ from: 'a@a.example', to, text: 'Hello' })
  await sleep(HOURS_MS)
  return response
}

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
  await account.fail({ kind: 'outage', for: '20s' })
  return account
}

it('a client that sends a mail to the same process hears the greeting of the server', async () => {
  const sandbox = await startSandbox({ smtp: true, scenario: { aliases: [{ id: 'shop' }] } })
  onTestFinished(() => sandbox.close())
  const to = 'shop@alias-sandbox.example'
  const { clock, inbox } = sandbox.defaultAccount
  expect(await clock.skipWaits(() => mail(sandbox.smtpUrl!, to))).toMatch(/^250 /)
  expect(await inbox.list()).toMatchObject([{ to }])
})

it('a client gives up a server in the same process that never speaks', async () => {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const giveUp = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await sleep(HOURS_MS)
    socket.destroy()
    return 'gave up'
  }
  expect(await sandbox.defaultAccount.clock.skipWaits(giveUp)).toBe('gave up')
})

describe.each(transports)('waits are skipped (%s)', (_name, open) => {
  it('a client that waits 30 s after a 503 is through at once, and has waited for its account', async () => {
    const account = await inOutage(await open())
    const before = await account.clock.now()
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
    const passedMs = (await account.clock.now()).getTime() - before.getTime()
    expect(passedMs).toBeGreaterThanOrEqual(30_000 + HOURS_MS)
    expect(await verdictOf(account)).toBe('pass')
  })

  it('a client that waits a second too short has called too early, though the outage is over', async () => {
    // On a clock that runs, a machine that is busy for a second would make up for it.
    const account = await inOutage(await open({ frozen: true }))
    expect(await account.clock.skipWaits(() => call(account, 1))).toEqual([503, 200])
    expect(await verdictOf(account)).toBe('fail')
  })

  it('a frozen clock moves by what the client waits', async () => {
    const sandbox = await open({ now: '2026-03-01T12:00:00Z', frozen: true })
    const account = await inOutage(sandbox)
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
    expect(await verdictOf(account)).toBe('pass')
    expect((await account.clock.now()).toISOString()).toMatch(/^2026-03-01T22:00:3/)
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

  it('can be nested', async () => {
    const sandbox = await open()
    const [outer, inner] = [await inOutage(sandbox), await inOutage(sandbox)]
    const both = () => Promise.all([inner.clock.skipWaits(() => call(inner)), call(outer)])
    expect(await outer.clock.skipWaits(both)).toEqual([
      [503, 200],
      [503, 200],
    ])
    expect(await Promise.all([outer, inner].map(verdictOf))).toEqual(['pass', 'pass'])
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
    await account.fail({ kind: 'delay', ms: 300 })
    const patient = async () => {
      const signal = AbortSignal.timeout(10_000)
      const headers = { authorization: `Bearer ${account.apiKey}` }
      return (await fetch(`${account.url}/v1/aliases`, { headers, signal })).status
    }
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

describe('outside of the function', () => {
  it('everything is as before, also when it throws', async () => {
    await using sandbox = await startSandbox()
    const { clock } = sandbox.defaultAccount
    const functions = () => [
      setTimeout,
      setInterval,
      Date,
      Date.now,
      process.hrtime,
      AbortSignal.timeout,
    ]
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

  it('time passes as it is, for timers and dates of code that runs meanwhile', async () => {
    await using sandbox = await startSandbox()
    let isOver = false
    const started = Date.now()
    const beside = sleep(600_000, undefined, {
      signal: AbortSignal.timeout(1_000_000),
      ref: false,
    })
    void beside.then(
      () => (isOver = true),
      () => {},
    )
    const other = Promise.resolve().then(async () => {
      await sleep(50)
      return Date.now() - started
    })
    const inside = await sandbox.defaultAccount.clock.skipWaits(async () => {
      await sleep(3_600_000)
      return Date.now() - started
    })
    expect(inside).toBeGreaterThanOrEqual(3_600_000)
    expect(await other).toBeLessThan(3_600_000)
    expect(Date.now() - started).toBeLessThan(3_600_000)
    expect(isOver).toBe(false)
  })

  it('a client outside that calls again too early is still seen, and one that waits is not hurried', async () => {
    await using sandbox = await startSandbox({ scale: 30 }) // Retry-After is 1 s
    const [skipping, outside] = [await inOutage(sandbox), await inOutage(sandbox)]
    const real = call(outside, 0, 0)
    await skipping.clock.skipWaits(() => call(skipping))
    expect(await real).toEqual([503, 200])
    expect(await Promise.all([skipping, outside].map(verdictOf))).toEqual(['pass', 'pass'])
  })
})

describe('fake timers', () => {
  const message = /fake.*vi\.useRealTimers\(\)/

  it.each([
    ['timers', () => void vi.useFakeTimers()],
    ['a fake Date', () => void vi.useFakeTimers({ toFake: ['Date'] })],
    ['a set system time', () => void vi.setSystemTime('2026-03-01T12:00:00Z')],
  ])('are refused before: %s', async (_what, fake) => {
    await using sandbox = await startSandbox()
    onTestFinished(() => void vi.useRealTimers())
    fake()
    const run = vi.fn()
    await expect(sandbox.defaultAccount.clock.skipWaits(run)).rejects.toThrow(message)
    expect(run).not.toHaveBeenCalled()
  })

  it('are refused inside, as soon as they would hide a wait', async () => {
    await using sandbox = await startSandbox()
    onTestFinished(() => void vi.useRealTimers())
    const account = await inOutage(sandbox)
    const waiting = account.clock.skipWaits(async () => {
      vi.useFakeTimers()
      const calls = call(account)
      await vi.advanceTimersByTimeAsync(30_000)
      vi.useRealTimers()
      return calls
    })
    await expect(waiting).rejects.toThrow(message)
  })

  it('do no harm when they are gone', async () => {
    await using sandbox = await startSandbox()
    vi.useFakeTimers()
    vi.useRealTimers()
    const account = await inOutage(sandbox)
    expect(await account.clock.skipWaits(() => call(account))).toEqual([503, 200])
  })
})

it('a timer that was hurried takes its whole time again when it is refreshed', async () => {
  await using sandbox = await startSandbox()
  const fired: number[] = []
  const timer = await sandbox.defaultAccount.clock.skipWaits(async () => {
    const hurried = setTimeout(() => void fired.push(fired.length), HOURS_MS)
    await sleep(HOURS_MS + 1)
    return hurried
  })
  expect(fired).toEqual([0])
  timer.refresh()
  await sleep(50)
  expect(fired).toEqual([0])
  clearTimeout(timer)
})

it('a test that has started a process is told why its waits take real time', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'])
  onTestFinished(() => void child.kill())
  await using sandbox = await startSandbox()
  const warned = once(process, 'warning')
  const told = sandbox.defaultAccount.clock.skipWaits(async () => {
    const [{ message }] = (await warned) as [Error]
    return message
  })
  expect(await told).toContain('waits take real time, since a child process of the test')
})
