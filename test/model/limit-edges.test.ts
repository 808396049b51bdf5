import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { becomes, stateOf } from '../support/core/states.ts'

const DAY_MS = 86_400_000

/** Calls at machine times, in ms from the start of the sandbox. */
function open(scenario: Scenario = {}) {
  let sandbox = coreSandbox(scenario)
  const key = () => sandbox.account('default').state.key.current
  const call = (method: string, atMs: number) =>
    callCore(sandbox, { method, key: key(), machineMs: MACHINE_MS + atMs }).response
  return {
    key,
    list: (atMs: number) => call('GET', atMs),
    create: (atMs: number) => call('POST', atMs),
    passing: (calls: number, atMs: number, method = 'GET') =>
      Array.from({ length: calls }, () => call(method, atMs)).filter(({ status }) => status === 200)
        .length,
    act: (action: string, input: object = {}) =>
      sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS),
    restart: () => {
      const saved = stateOf(sandbox, MACHINE_MS)
      sandbox = coreSandbox({})
      becomes(sandbox, JSON.parse(JSON.stringify(saved)))
    },
  }
}

describe('the burst window', () => {
  it('resets as a whole: after Retry-After 60 more calls pass at once', () => {
    const { list, passing } = open()
    expect(passing(60, 0)).toBe(60)
    const message = Number(list(12_345).headers['Retry-After'])
    expect(message).toBe(48)
    expect(passing(61, 12_345 + message * 1_000)).toBe(60)
  })

  it('is not extended by repeated calls that get 429', () => {
    const { list, passing } = open()
    passing(60, 0)
    for (let atMs = 0; atMs < 60_000; atMs += 100) {
      const refused = list(atMs)
      expect([refused.status, refused.headers['Retry-After']]).toEqual([
        429,
        String(Math.ceil((60_000 - atMs) / 1_000)),
      ])
    }
    expect(passing(61, 60_000)).toBe(60)
  })

  it('opens with the first counted call, not with a call refused for its key', () => {
    const { list, passing, act } = open()
    act('revoke_key')
    expect(list(0).status).toBe(401)
    act('rotate_key')
    expect(passing(60, 30_000)).toBe(60)
    expect(list(60_000).headers['Retry-After']).toBe('30')
  })

  it('is not refilled by a restart, and a refused key spends nothing of it', () => {
    const { list, passing, restart } = open()
    passing(60, 0)
    restart()
    expect(list(59_999).headers['Retry-After']).toBe('1')
    expect(list(60_000).status).toBe(200)
  })
})

describe('the daily cap', () => {
  // The sandbox starts at noon.
  const BEFORE_MIDNIGHT_MS = DAY_MS / 2 - 1

  it.each([
    ['plus', 50],
    ['pro', 200],
  ] as const)(
    '%s: at 23:59:59.999 UTC it is used up at %i, at 00:00:00.000 whole again',
    (plan, cap) => {
      const { create, passing } = open({ account: { plan }, limits: { burst: 'off' } })
      expect(passing(cap + 20, BEFORE_MIDNIGHT_MS, 'POST')).toBe(cap)
      const refused = create(BEFORE_MIDNIGHT_MS)
      expect([refused.status, refused.headers['Retry-After']]).toEqual([429, undefined])
      expect(passing(cap + 20, BEFORE_MIDNIGHT_MS + 1, 'POST')).toBe(cap)
    },
  )

  it.each([
    ['plus', 'pro', 150],
    ['pro', 'plus', 0],
  ] as const)('with 50 made today, %s to %s leaves %i', (plan, to, left) => {
    const { passing, act } = open({ account: { plan }, limits: { burst: 'off' } })
    expect(passing(50, 0, 'POST')).toBe(50)
    act('change_plan', { plan: to })
    expect(passing(201, 0, 'POST')).toBe(left)
  })

  it('is refilled neither by a restart nor by a new key', () => {
    const { create, passing, restart, act, key } = open({ limits: { burst: 'off' } })
    const first = key()
    passing(50, 0, 'POST')
    restart()
    expect(create(0).status).toBe(429)
    act('rotate_key')
    expect(key()).not.toBe(first)
    expect(create(0).status).toBe(429)
  })
})
