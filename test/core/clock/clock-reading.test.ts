import { describe, expect, it } from 'vitest'
import { LATEST_MS } from '../../../src/contract/values/times.ts'
import { readClock, secondsToWait } from '../../../src/core/clock/clock.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const clockOf = (mode: 'running' | 'frozen', scale: number) => ({
  mode,
  scale,
  account_ms: 1_000,
  machine_ms: 5_000,
})

describe('reading a clock', () => {
  it.each([0.3, 1, 1.5, 60])(
    'often shows the same time as one that is read once, at scale %f',
    (scale) => {
      const often = clockOf('running', scale)
      let seen = 1_000
      for (let machine = 5_000; machine <= 5_100; machine += 1) {
        seen = readClock(often, machine, seen)
        seen = readClock(often, machine, seen)
      }
      expect(seen).toBe(readClock(clockOf('running', scale), 5_100, 1_000))
      expect(seen).toBe(1_000 + Math.floor(100 * scale))
    },
  )

  it('continues from the last reading when the machine’s clock steps back', () => {
    const clock = clockOf('running', 2)
    expect(readClock(clock, 4_000, 1_500)).toBe(1_500)
    expect(readClock(clock, 4_010, 1_500)).toBe(1_520)
  })

  it('does not move while it is frozen', () => {
    expect(readClock(clockOf('frozen', 2), 9_000, 1_000)).toBe(1_000)
  })

  it('ends with the year 9000', () => {
    expect(readClock(clockOf('running', 1_000_000), LATEST_MS, 1_000)).toBe(LATEST_MS)
  })
})

describe('the seconds that a client has to wait', () => {
  it.each([
    ['running', 1, 30_000, 30],
    ['running', 1, 29_001, 30],
    ['running', 10, 30_000, 3],
    ['running', 0.5, 30_000, 60],
    ['running', 1_000, 30_000, 1],
    ['running', 1, 0, 1],
    ['frozen', 10, 30_000, 30],
    ['frozen', 1, 29_001, 30],
  ] as const)('%s, %f times as fast, %i ms before: %i', (mode, scale, remainingMs, seconds) => {
    expect(secondsToWait(clockOf(mode, scale), remainingMs)).toBe(seconds)
  })
})

describe('a clock can be advanced', () => {
  function advanced(now: string, by: string | number) {
    const sandbox = coreSandbox({ account: { plan: 'free' }, clock: { now, mode: 'frozen' } })
    return sandbox.perform(sandbox.account('default'), 'advance_clock', { by }, MACHINE_MS).result
  }
  const tooFar = 'by must not move the clock by more than ten years in one action'

  it('by ten years at most', () => {
    expect(advanced('2026-03-01', '3653d')).toEqual({ advanced_seconds: 3_653 * 86_400 })
    expect(() => advanced('2026-03-01', '3653d1ms')).toThrow(tooFar)
  })

  it('to the beginning of the year 9000 at most', () => {
    expect(advanced('8999-12-31', '1d')).toEqual({ advanced_seconds: 86_400 })
    expect(() => advanced('8999-12-31', '1d1ms')).toThrow(tooFar)
  })
})
