import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

/** A sandbox in process, with a machine clock that the test moves. */
function onMachine(scenario: Scenario) {
  const sandbox = coreSandbox(scenario)
  const account = sandbox.account('default')
  let machineMs = MACHINE_MS
  return {
    account,
    /** Seconds that the account's clock has moved since the start. */
    elapsed: () => (sandbox.syncClock(account, machineMs).now - MACHINE_MS) / 1_000,
    machine: (seconds: number) => {
      machineMs += seconds * 1_000
    },
    do: (action: string, input: object = {}) => sandbox.perform(account, action, input, machineMs),
    fired: (action: string, input: object) =>
      sandbox
        .perform(account, action, input, machineMs)
        .fired.events.map(({ event, at }) => [event, (at - MACHINE_MS) / 1_000]),
  }
}

describe('the clock of an account', () => {
  it('runs with the clock of the machine', () => {
    const clock = onMachine({})
    clock.machine(90)
    expect(clock.elapsed()).toBe(90)
  })

  it('absorbs a backward step of the machine and follows a forward one', () => {
    const clock = onMachine({})
    clock.machine(3_600)
    expect(clock.elapsed()).toBe(3_600)
    clock.machine(-10 * 365 * 86_400)
    expect(clock.elapsed()).toBe(3_600)
    clock.machine(5)
    expect(clock.elapsed()).toBe(3_605)
    clock.machine(86_400)
    expect(clock.elapsed()).toBe(90_005)
  })

  it('stops while it is frozen, and continues from there', () => {
    const clock = onMachine({})
    clock.do('freeze_clock')
    clock.do('freeze_clock')
    clock.machine(1_000)
    expect(clock.elapsed()).toBe(0)
    clock.do('advance_clock', { by: '10s' })
    clock.do('resume_clock')
    clock.do('resume_clock')
    clock.machine(5)
    expect(clock.elapsed()).toBe(15)
  })

  it('can be frozen at a later instant', () => {
    const clock = onMachine({})
    clock.do('freeze_clock', { at: MACHINE_MS / 1_000 + 60 })
    clock.machine(1_000)
    expect(clock.elapsed()).toBe(60)
  })

  it('runs faster by its scale', () => {
    const clock = onMachine({ clock: { scale: 60 } })
    clock.machine(2)
    expect(clock.elapsed()).toBe(120)
    clock.do('resume_clock', { scale: 1 })
    clock.machine(2)
    expect(clock.elapsed()).toBe(122)
  })

  it.each([
    [{ by: '90s' }, 90],
    [{ by: '1d12h' }, 129_600],
    [{ by: 30 }, 30],
    [{ by: 0 }, 0],
    [{ by: '250ms' }, 0.25],
    [{ to: 'utc_midnight' }, 43_200],
    [{ to: '2026-03-02T00:00:00+01:00' }, 39_600],
    [{ to: MACHINE_MS / 1_000 + 5 }, 5],
  ])('advances %j', (input, seconds) => {
    const clock = onMachine({ clock: { mode: 'frozen' } })
    clock.do('advance_clock', input)
    expect(clock.elapsed()).toBe(seconds)
  })

  it.each([
    [{ by: '-1d' }, 400],
    [{ by: -1 }, 400],
    [{ by: 'abc' }, 400],
    [{ by: '11 years' }, 400],
    [{ by: '3654d' }, 400],
    [{ by: NaN }, 400],
    [{ by: Infinity }, 400],
    [{ to: '2026-02-28T12:00:00Z' }, 400],
    [{ to: '2026-02-30T12:00:00Z' }, 400],
    [{ to: 8.64e15 + 1 }, 400],
    [{ to: 'tomorrow' }, 400],
    [{}, 400],
    [{ by: 1, to: 'next_event' }, 400],
    [{ byy: 1 }, 400],
    [{ to: 'burst_reset' }, 409],
  ])('refuses to advance %j with %i, and stands', (input, status) => {
    const clock = onMachine({ clock: { mode: 'frozen' } })
    expect(() => clock.do('advance_clock', input)).toThrow(
      expect.objectContaining({ status }) as Error,
    )
    expect(clock.elapsed()).toBe(0)
  })

  it('goes back only after reset and load_scenario', () => {
    const clock = onMachine({ clock: { mode: 'frozen' } })
    clock.do('advance_clock', { by: '400d' })
    clock.do('reset')
    expect(clock.elapsed()).toBe(0)
    clock.do('advance_clock', { by: '400d' })
    clock.do('load_scenario', { scenario: 'plus' })
    expect(clock.elapsed()).toBe(0)
  })
})

describe('an event that becomes due', () => {
  it('runs in order of time and is reported', () => {
    const clock = onMachine({
      clock: { mode: 'frozen' },
      usage: { burst: 3, burst_resets_in: '40s', daily: 1, forwards: 1 },
      aliases: [
        { id: 'soon', expires_at: '+50s' },
        { id: 'later', expires_at: '+2d' },
      ],
      faults: [{ kind: 'outage', for: '45s' }],
      timeline: [
        { at: '+60s', do: 'fail_payment' },
        { at: '+30s', do: 'settle_invoice' },
      ] as never,
    })
    expect(clock.fired('advance_clock', { by: '1d' })).toEqual([
      ['timeline', 30],
      ['burst_reset', 40],
      ['fault_ended', 45],
      ['alias_expired', 50],
      ['timeline', 60],
      ['daily_reset', 43_200],
    ])
    expect(clock.account.state.billing).toBe('past_due')
    expect(clock.account.aliases.get('later')).toBeDefined()
  })

  it('is reported when a step of the timeline fails, and the clock continues', () => {
    const clock = onMachine({ timeline: [{ at: '+1s', do: 'settle_invoice' }] as never })
    const { fired } = clock.do('advance_clock', { by: '2s' })
    expect(fired.events[0]).toMatchObject({
      event: 'timeline',
      do: 'settle_invoice',
      refused: { status: 409, reason: 'no_open_invoice' },
    })
  })

  it('renews a plan each month, on the 31st or the last day', () => {
    const clock = onMachine({ clock: { now: '2026-01-31T09:00:00Z', mode: 'frozen' } })
    const renewals = clock
      .do('advance_clock', { by: '100d' })
      .fired.events.map(({ at }) => new Date(at).toISOString().slice(0, 10))
    expect(renewals).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  })

  it('is listed up to a limit, with the total number of events', () => {
    const aliases = Array.from({ length: 1_500 }, (_, index) => ({
      id: `a${index}`,
      expires_at: '+1h',
    }))
    const { fired } = onMachine({ aliases }).do('advance_clock', { by: '2h' })
    expect([fired.events.length, fired.total]).toEqual([1_000, 1_500])
  })
})
