import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { needs } from '../support/tools/needs.ts'
import { travellingClient } from './support/travelling-client.ts'

const outage: { with: Scenario } = { with: { faults: [{ kind: 'outage', for: '90s' }] } }

describe('a client that waits', () => {
  it('for 30 s waits for 30 s of the account', async () => {
    const { calls, said } = await travellingClient(
      `import { setTimeout as sleep } from 'node:timers/promises'
      for (;;) {
        const answer = await list()
        say(answer.headers.get('retry-after'))
        if (answer.ok) break
        await sleep(Number(answer.headers.get('retry-after')) * 1000)
      }`,
      outage,
    )
    expect(said).toEqual(['30', '30', '30', null])
    expect(calls.map(({ outcome }) => outcome)).toEqual(['outage', 'outage', 'outage', 'listed'])
  })

  it('for 1 s is still 29 s too early', async () => {
    const { calls } = await travellingClient(
      `let tries = 0
      for (; tries < 80; tries += 1) {
        const { ok } = await list()
        if (ok) break
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }`,
      { with: { faults: [{ kind: 'outage', for: '60s' }] } },
    )
    // The process needs a moment to start, which takes some of the 60 s.
    expect(calls.length).toBeGreaterThan(20)
    expect(calls.at(-1)).toEqual({ outcome: 'listed', at: expect.toSatisfy((at) => at >= 60) })
  })

  it.each([
    ['setTimeout', `await new Promise((resolve) => setTimeout(resolve, 20_000))`],
    [
      'setTimeout of node:timers',
      `import timers from 'node:timers'; await new Promise((resolve) => timers.setTimeout(resolve, 20_000))`,
    ],
    [
      'a named import',
      `import { setTimeout as later } from 'node:timers'; await new Promise((resolve) => later(resolve, 20_000))`,
    ],
    [
      'node:timers/promises',
      `import { setTimeout as sleep } from 'node:timers/promises'; await sleep(20_000)`,
    ],
    [
      'scheduler.wait',
      `import { scheduler } from 'node:timers/promises'; await scheduler.wait(20_000)`,
    ],
    [
      'util.promisify',
      `import { promisify } from 'node:util'; await promisify(setTimeout)(20_000)`,
    ],
    [
      'setInterval',
      `await new Promise((resolve) => { let n = 0; const timer = setInterval(() => { n += 1; if (n === 10) { clearInterval(timer); resolve() } }, 2_000) })`,
    ],
    [
      'an interval of promises',
      `import { setInterval as ticks } from 'node:timers/promises'; let n = 0; for await (const _ of ticks(2_000)) { n += 1; if (n === 10) break }`,
    ],
    [
      'refresh',
      `await new Promise((resolve) => { const timer = setTimeout(resolve, 11_000); setTimeout(() => timer.refresh(), 9_000) })`,
    ],
    [
      'AbortSignal.timeout',
      `const signal = AbortSignal.timeout(20_000); await new Promise((resolve) => { const keep = setInterval(() => {}, 60_000); signal.addEventListener('abort', () => { clearInterval(keep); resolve() }) })`,
    ],
    [
      'many short waits',
      `for (let n = 0; n < 40; n += 1) await new Promise((resolve) => setTimeout(resolve, 500))`,
    ],
    [
      'a spinner',
      `const spinner = setInterval(() => process.stderr.write('.'), 80); await new Promise((resolve) => setTimeout(resolve, 20_000)); clearInterval(spinner)`,
    ],
  ])('with %s sees the time that it waited for on every clock', async (_name, wait) => {
    const { said, took } = await travellingClient(
      `const [date, monotonic, high, up] = [Date.now(), performance.now(), process.hrtime(), process.uptime()]
      ${wait}
      const passed = [Date.now() - date, performance.now() - monotonic, process.hrtime(high)[0] * 1000, (process.uptime() - up) * 1000]
      say(passed.every((ms) => ms > 19_990 && ms < 40_000))
      say(Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000)`,
    )
    expect(said).toEqual([true, true])
    expect(took).toBeGreaterThanOrEqual(20)
  })

  it('is never early: the account is as far as its Retry-After said', async () => {
    const { said } = await travellingClient(
      `for (let round = 0; round < 30; round += 1) {
        const answer = await fetch(url, { method: 'POST', headers })
        await answer.text()
        if (answer.status !== 429) continue
        await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000))
        const again = await fetch(url, { method: 'POST', headers })
        await again.text()
        say(again.status)
      }`,
      {
        with: {
          account: { plan: 'pro' },
          usage: { daily: 0 },
          faults: [{ kind: 'burst', times: 12 }],
        },
      },
    )
    expect(said.length).toBeGreaterThan(0)
  })
})

describe('the waits of a client take real time, and that is known,', () => {
  it.each([
    [
      'while it runs a program that is not on Node.js',
      `import { spawn } from 'node:child_process'; spawn('sleep', ['0.5'])`,
    ],
    [
      'while it never rests',
      `const end = performance.now() + 500; const poll = () => performance.now() < end && setTimeout(poll, 0); poll()`,
    ],
  ])('%s', needs('sleep'), async (_when, script) => {
    expect((await travellingClient(script)).wasHindered).toBe(true)
  })
})

it('a client finds the names, lengths and errors that the functions of Node have', async () => {
  const look = `[setTimeout, setInterval, AbortSignal.timeout, process.hrtime, process.uptime, performance.now, Date]
    .map(({ name, length }) => [name, length])`
  const attempts = `['const { now } = performance; now()', 'process.hrtime(0)', 'setTimeout(1)'].map((code) => {
    try { return eval(code) } catch ({ code }) { return code }
  })`
  const { said } = await travellingClient(`say(${look}); say(${attempts})`)
  const without = execFileSync(
    process.execPath,
    ['-e', `console.log(JSON.stringify([${look}, ${attempts}]))`],
    { encoding: 'utf8' },
  )
  expect(said).toEqual(JSON.parse(without))
})
