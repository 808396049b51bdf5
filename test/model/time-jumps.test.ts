import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

// Machine clocks are set, step back, and cross leap days and number limits. No answer may show it.

const seed = Number(process.env['MODEL_SEED'] ?? 20_260_301)
const YEARS_MS = 30 * 365.25 * 86_400_000
const JUMPS = 20

/** Leap days; ends of months and years; the limits of 31 and 32 bits and of decimal digits; days with
 * a leap second; times at which daylight saving changes somewhere. */
const instants = `
  2024-02-28T23:59:59.999Z 2024-02-29T00:00:00Z 2024-02-29T23:59:59Z 2024-03-01
  2023-02-28T23:59:59Z 2023-03-01 2000-02-29T12:00:00Z 2100-02-28T23:59:59Z
  2100-03-01 2400-02-29T23:59:59.999Z 1999-12-31T23:59:59.999Z 2000-01-01
  2025-12-31T23:59:59.999Z 2026-01-01 2026-01-31T23:59:59.999Z 2026-02-01
  2026-04-30T23:59:59.999Z 2026-05-01 2026-12-31T00:00:00Z 2027-01-01T00:00:00.001Z
  2038-01-19T03:14:06.999Z 2038-01-19T03:14:07Z 2038-01-19T03:14:08Z 2038-01-20
  2106-02-07T06:28:15Z 2106-02-07T06:28:16Z 2001-09-09T01:46:39.999Z 2001-09-09T01:46:40Z
  1970-01-01 1970-01-01T00:00:00.001Z 1970-01-31T23:59:59Z 1971-12-31T23:59:59.999Z
  2016-12-31T23:59:59.999Z 2015-06-30T23:59:59Z 2026-03-29T01:00:00Z 2026-10-25T01:00:00Z
  2026-03-08T10:00:00Z 2026-04-04T14:30:00Z 2286-11-20T17:46:39.999Z 2286-11-20T17:46:40Z`
  .trim()
  .split(/\s+/)

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
]

/** The jumps of the machine's clock: any length, or close to a limit. */
const jump = fc.oneof(
  fc.integer({ min: -YEARS_MS, max: YEARS_MS }),
  fc.constantFrom(1, -1, 1_000, -1_000, 61_000, -61_000, 86_400_000, -86_400_000, 59_999),
)
const jumps = fc.array(jump, { minLength: JUMPS, maxLength: JUMPS })

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe.each(zones)('on a machine in %s', (name) => {
  const numRuns = 10_000 / JUMPS / zones.length

  it(`${numRuns * JUMPS} jumps of its clock change no rule (seed ${seed})`, () => {
    process.env['TZ'] = name
    fc.assert(
      fc.property(fc.constantFrom(...instants), jumps, (instant, steps) => {
        const sandbox = coreSandbox({ clock: { now: instant, mode: 'running' } })
        const account = sandbox.account('default')
        let machineMs = MACHINE_MS
        let before = Date.parse(instant)
        const made = new Map<string, number>()
        for (const step of steps) {
          machineMs += step
          const { response } = callCore(sandbox, { machineMs })
          const now = account.now
          expect(Number.isSafeInteger(now)).toBe(true)
          // A step back is absorbed, a step forward followed.
          expect(now).toBe(before + Math.max(0, step))
          before = now
          if (response.status === 200) {
            const day = new Date(now).toISOString().slice(0, 10)
            made.set(day, (made.get(day) ?? 0) + 1)
            const { alias } = JSON.parse(response.body) as { alias: { created_at: number } }
            expect(alias.created_at).toBe(Math.floor(now / 1_000))
          }
          before += keepsItsWord()
        }
        expect(Math.max(0, ...made.values())).toBeLessThanOrEqual(50)

        /** The burst limit asks for 1 to 60 s, after which a call passes. Returns this time in ms. */
        function keepsItsWord(): number {
          sandbox.perform(account, 'set_usage', { burst: 60 }, machineMs)
          const { response } = callCore(sandbox, { method: 'GET', machineMs })
          const message = response.headers['Retry-After'] ?? ''
          expect([response.status, message]).toEqual([
            429,
            expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
          ])
          machineMs += Number(message) * 1_000
          expect(callCore(sandbox, { method: 'GET', machineMs }).response.status).toBe(200)
          return Number(message) * 1_000
        }
      }),
      { seed, numRuns },
    )
  })
})

it.each(instants)('an account at %s can be advanced through ten years without a crash', (now) => {
  const sandbox = coreSandbox({
    clock: { now, mode: 'frozen' },
    account: { billing: 'trialing' },
    aliases: [{ expires_at: '+366d' }, { expires_at: '+1s' }],
  })
  const account = sandbox.account('default')
  for (const by of ['1ms', '1s', '24h', '29d', '31d', '366d', '3000d']) {
    const from = account.now
    sandbox.perform(account, 'advance_clock', { by }, MACHINE_MS)
    expect(account.now).toBeGreaterThan(from)
    expect(callCore(sandbox).response.status).toBe(200)
  }
  expect(account.state.billing).toBe('active')
  expect(account.aliases.size).toBe(7)
})
