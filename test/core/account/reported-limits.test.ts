import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }

/** Opens an account with the limits that the control API reports, and with the inputs that change them. */
function open(scenario: Scenario = {}) {
  const sandbox = coreSandbox({ clock, ...scenario })
  const account = sandbox.account('default')
  return {
    usage: () => toAccountView(account).usage,
    coming: () => toAccountView(account).next_events.map(({ event }) => event),
    call: (method = 'POST') => callCore(sandbox, { method }).response,
    act: (action: string, input: object = {}) =>
      sandbox.perform(account, action, input, MACHINE_MS).result,
  }
}

describe('the limits in the control API', () => {
  it('a limit that is off is null, and the burst is then not counted', () => {
    const { usage, call } = open({ limits: { burst: 'off', daily: 'off' } })
    call()
    expect(usage()).toMatchObject({
      burst: { used: 0, limit: null, resets_in: null },
      daily: { used: 1, limit: null },
    })
  })

  it('a limit set by a scenario overrides the limit of the plan', () => {
    const { usage } = open({ limits: { burst: 7, daily: 3 } })
    expect(usage()).toMatchObject({ burst: { limit: 7 }, daily: { limit: 3 } })
  })

  it.each([
    ['free', 0, 100],
    ['plus', 50, 2_500],
    ['pro', 200, 15_000],
  ] as const)('%s: %i creations a day, %i messages a month', (plan, daily, forwards) => {
    const { usage } = open({ account: { plan } })
    expect(usage()).toEqual({
      burst: { used: 0, limit: 60, resets_in: null },
      daily: { used: 0, limit: daily, resets_at: '2026-03-02T00:00:00.000Z' },
      forwards: { used: 0, limit: forwards, resets_at: '2026-04-01T00:00:00.000Z' },
    })
  })

  it('setting the usage opens a window now, or keeps the remaining time of an open one', () => {
    const { usage, act } = open()
    act('set_usage', { burst: 9 })
    expect(usage().burst).toEqual({ used: 9, limit: 60, resets_in: 60 })
    act('advance_clock', { by: '20s' })
    act('set_usage', { burst: 5 })
    expect(usage().burst).toEqual({ used: 5, limit: 60, resets_in: 40 })
    act('set_usage', { burst_resets_in: '7s' })
    expect(usage().burst).toEqual({ used: 5, limit: 60, resets_in: 7 })
  })
})

describe('a sliding window (choice burst_window)', () => {
  const choices = { burst_window: 'sliding' as const }

  it('lets each call slide out 60 s after it was made, and resets with the oldest', () => {
    const { usage, call, act } = open({ choices })
    call()
    act('advance_clock', { by: '10s' })
    call()
    expect(usage().burst).toEqual({ used: 2, limit: 60, resets_in: 50 })
    act('advance_clock', { by: '50s' })
    expect(usage().burst).toEqual({ used: 1, limit: 60, resets_in: 10 })
    act('advance_clock', { by: '10s' })
    expect(usage().burst).toEqual({ used: 0, limit: 60, resets_in: null })
  })
})

describe('a window of the clock’s minute (choice burst_window)', () => {
  it('closes with the minute, whenever it was opened', () => {
    const now = '2026-03-01T12:00:42.500Z'
    const { usage, call } = open({
      clock: { now, mode: 'frozen' },
      choices: { burst_window: 'clock_minute' },
    })
    call('GET')
    expect(usage().burst.resets_in).toBe(18)
  })
})
