import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClock, secondsToWait } from '../../../src/core/clock/clock.ts'
import {
  monthOf,
  monthsLaterMs,
  nextMidnightMs,
  nextMonthMs,
  toMs,
} from '../../../src/core/clock/times.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const DAY_MS = 86_400_000
const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) })
const scale = fc.oneof(
  fc.constantFrom(0.001, 0.1, 0.3, 0.7, 1, 3, 60, 3_600, 86_400),
  fc.double({ min: 0.001, max: 1_000, noNaN: true }),
)

describe('a clock', () => {
  it('never goes back, whatever the machine’s clock does', () => {
    fc.assert(
      fc.property(scale, fc.array(instant, { maxLength: 20 }), (speed, machine) => {
        const clock = { mode: 'running' as const, scale: speed, account_ms: 5, machine_ms: 1e12 }
        let seen = 5
        for (const machineMs of machine) {
          const now = readClock(clock, machineMs, seen)
          expect(now).toBeGreaterThanOrEqual(seen)
          expect(Number.isInteger(now)).toBe(true)
          seen = now
        }
      }),
    )
  })

  it('has passed the limit once a client has slept as long as Retry-After said', () => {
    fc.assert(
      fc.property(scale, fc.nat(1e7), fc.integer({ min: 1, max: 60_000 }), (speed, since, left) => {
        const clock = { mode: 'running' as const, scale: speed, account_ms: 0, machine_ms: 0 }
        const requested = readClock(clock, since, 0)
        const slept = secondsToWait(clock, left) * 1_000
        expect(Number.isInteger(slept)).toBe(true)
        expect(readClock(clock, since + slept, requested)).toBeGreaterThanOrEqual(requested + left)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe.each(['first_call', 'clock_minute', 'sliding'] as const)(
  'a burst window that is %s',
  (burst_window) => {
    it('opens when Retry-After says, and not a second before', () => {
      const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(2_000)), {
        minLength: 65,
        maxLength: 80,
      })
      let refusals = 0
      fc.assert(
        fc.property(gaps, (waits) => {
          const sandbox = coreSandbox({ choices: { burst_window } })
          let machineMs = MACHINE_MS + 17
          const list = () => callCore(sandbox, { method: 'GET', machineMs }).response
          for (const wait of waits) {
            machineMs += wait
            const seconds = Number(list().headers['Retry-After'] ?? 0)
            if (seconds === 0) continue
            refusals += 1
            expect(seconds).toBeLessThanOrEqual(60)
            machineMs += (seconds - 1) * 1_000
            expect(list().status).toBe(429)
            machineMs += 1_000
            expect(list().status).toBe(200)
          }
        }),
        { numRuns: 40, examples: [[Array.from({ length: 70 }, (_, call) => (call % 2) * 1_000)]] },
      )
      expect(refusals).toBeGreaterThan(0)
    })
  },
)

describe('the calendar', () => {
  it('finds the next midnight and the next month of UTC', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        const midnight = nextMidnightMs(ms)
        expect(new Date(midnight).toISOString()).toMatch(/T00:00:00\.000Z$/)
        expect(midnight - ms).toBeGreaterThan(0)
        expect(midnight - ms).toBeLessThanOrEqual(DAY_MS)
        const month = nextMonthMs(ms)
        expect(new Date(month).toISOString()).toMatch(/-01T00:00:00\.000Z$/)
        expect([monthOf(month), monthOf(month - 1)]).toEqual([monthOf(ms) + 1, monthOf(ms)])
      }),
    )
  })

  it('counts months on the same day, or on the last one of a shorter month', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(1, 12), (ms, months) => {
        const from = new Date(ms)
        const later = new Date(monthsLaterMs(ms, months, from.getUTCDate()))
        expect(monthOf(later.getTime())).toBe(monthOf(ms) + months)
        expect(later.toISOString().slice(10)).toBe(from.toISOString().slice(10))
        const isLastDay = nextMidnightMs(later.getTime()) === nextMonthMs(later.getTime())
        expect(later.getUTCDate() === from.getUTCDate() || isLastDay).toBe(true)
      }),
    )
  })

  it('adds the parts of a duration', () => {
    const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }
    const part = fc.tuple(fc.nat(500), fc.constantFrom(...Object.entries(units)))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const text = parts.map(([count, [unit]]) => `${count}${unit}`).join('')
        expect(toMs(text)).toBe(parts.reduce((sum, [count, [, ms]]) => sum + count * ms, 0))
      }),
    )
  })
})
