import { setTimeout as sleep } from 'node:timers/promises'
import axios from 'axios'
import got from 'got'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { installTravel } from '../../src/hunt/time-travel/install.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const headers = { authorization: 'Bearer sandbox_default' }

/** A sandbox on this test's clock, which jumps until the test ends. */
async function travelling(scenario: Scenario = {}) {
  const travel = installTravel()
  onTestFinished(() => travel.remove())
  const { sandbox, url } = await freshSandbox({ clock: travel.clock, with: scenario })
  return { sandbox, travel, url: `${url}/v1/aliases` }
}

describe('in the process of the sandbox', () => {
  it('a client that waits 30 s waits 30 s of the account', async () => {
    const { url } = await travelling({ faults: [{ kind: 'outage', for: '30s' }] })
    const start = Date.now()
    const refused = await fetch(url, { headers })
    await sleep(Number(refused.headers.get('retry-after')) * 1_000)
    expect((await fetch(url, { headers })).status).toBe(200)
    expect(Date.now() - start).toBeGreaterThanOrEqual(30_000)
  })

  it('a client that waits half as long is too early', async () => {
    const { url } = await travelling({ faults: [{ kind: 'outage', for: '60s' }] })
    await fetch(url, { headers })
    await sleep(30_000)
    expect((await fetch(url, { headers })).status).toBe(503)
  })

  it.each([
    ['fetch', (url: string) => fetch(url, { headers, signal: AbortSignal.timeout(5_000) })],
    ['axios', (url: string) => axios.get(url, { headers, timeout: 5_000 })],
    [
      'got',
      (url: string) => got(url, { headers, timeout: { request: 5_000 }, retry: { limit: 0 } }),
    ],
  ])(
    'a time-out of 5 s of %s ends an answer that comes after 10 s, and no sooner',
    async (_name, call) => {
      const { url } = await travelling({ faults: [{ kind: 'delay', ms: 10_000 }] })
      const start = Date.now()
      await expect(call(url)).rejects.toThrow(/time/i)
      expect(Date.now() - start).toBeGreaterThanOrEqual(5_000)
      expect(Date.now() - start).toBeLessThan(10_000)
    },
  )

  it.each([
    [
      'fetch',
      async (url: string) =>
        (await fetch(url, { headers, signal: AbortSignal.timeout(15_000) })).status,
    ],
    ['axios', async (url: string) => (await axios.get(url, { headers, timeout: 15_000 })).status],
    [
      'got',
      async (url: string) => (await got(url, { headers, timeout: { request: 15_000 } })).statusCode,
    ],
  ])(
    'a time-out of 15 s of %s lets an answer through that comes after 10 s',
    async (_name, call) => {
      const { url } = await travelling({ faults: [{ kind: 'delay', ms: 10_000 }] })
      expect(await call(url)).toBe(200)
    },
  )

  it('clients at the same time wait side by side', async () => {
    const { url } = await travelling()
    const start = Date.now()
    const ended: number[] = []
    const client = async (seconds: number) => {
      for (let left = 3; left > 0; left -= 1) {
        await sleep(seconds * 1_000)
        expect((await fetch(url, { headers })).status).toBe(200)
      }
      expect(Date.now() - start).toBeGreaterThanOrEqual(3 * seconds * 1_000)
      ended.push(seconds)
    }
    await Promise.all([client(3), client(50), client(20)])
    expect(ended).toEqual([3, 20, 50])
    expect(Date.now() - start).toBeLessThan(3 * (3 + 20 + 50) * 1_000) // one after the other
  })

  it('fake timers of a test tool work on top of it', async () => {
    await travelling()
    vi.useFakeTimers()
    const act = vi.fn()
    setTimeout(act, 60_000)
    vi.advanceTimersByTime(59_999)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalled()
    vi.useRealTimers()
    const start = Date.now()
    await sleep(60_000)
    expect(Date.now() - start).toBeGreaterThanOrEqual(60_000)
  })

  it('leaves everything as it was', async () => {
    const functions = () => [setTimeout, setInterval, Date, Date.now, performance, process.hrtime]
    const before = functions()
    const travel = installTravel()
    expect(functions()).not.toEqual(before)
    travel.remove()
    expect(functions()).toEqual(before)
    expect(Math.abs(performance.timeOrigin + performance.now() - Date.now())).toBeLessThan(60_000)
  })

  it('cannot be installed twice', () => {
    const travel = installTravel()
    expect(() => installTravel()).toThrow('already installed')
    travel.remove()
    installTravel().remove()
  })
})
