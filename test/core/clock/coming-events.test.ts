import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// The coming events of an account, and which of them the control API shows.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const

const comingOf = (scenario: Scenario) =>
  toAccountView(coreSandbox({ ...scenario, clock }).account('default')).next_events

describe('next_events', () => {
  it('lists coming events, soonest first, each with its subject', () => {
    expect(
      comingOf({
        usage: { burst: 3, burst_resets_in: '40s', daily: 1, forwards: 1 },
        aliases: [
          { id: 'soon', expires_at: '+50s' },
          { id: 'last', expires_at: '+60d' },
        ],
        faults: [{ kind: 'outage', for: '45s' }, { kind: 'burst' }],
        timeline: [{ at: '+60s', do: 'fail_payment' }],
      }),
    ).toEqual([
      { at: '2026-03-01T12:00:40.000Z', event: 'burst_reset' },
      { at: '2026-03-01T12:00:45.000Z', event: 'fault_ended', fault: 'fault_1', kind: 'outage' },
      { at: '2026-03-01T12:00:50.000Z', event: 'alias_expired', id: 'soon' },
      { at: '2026-03-01T12:01:00.000Z', event: 'timeline', do: 'fail_payment' },
      { at: '2026-03-02T00:00:00.000Z', event: 'daily_reset' },
      { at: '2026-04-01T00:00:00.000Z', event: 'forwards_reset' },
      { at: '2026-04-01T12:00:00.000Z', event: 'renewed' },
      { at: '2026-04-30T12:00:00.000Z', event: 'alias_expired', id: 'last' },
    ])
  })

  it('does not list the end of a fault that is used up, which does not end again', () => {
    const sandbox = coreSandbox({ clock, faults: [{ kind: 'outage', for: '45s', times: 1 }] })
    const account = sandbox.account('default')
    expect(callCore(sandbox).outcome).toBe('outage')
    expect(toAccountView(account).next_events).not.toMatchObject([{ event: 'fault_ended' }])
    const { fired } = sandbox.perform(account, 'advance_clock', { by: '50s' }, MACHINE_MS)
    expect(fired.events).toEqual([])
  })

  it.each<[Scenario, object[]]>([
    [{ account: { plan: 'free' } }, []],
    [
      { account: { billing: 'trialing' } },
      [{ at: '2026-03-08T12:00:00.000Z', event: 'trial_ended' }],
    ],
    [{ account: { billing: 'canceled' } }, []],
    [
      { account: { billing: 'canceled' }, choices: { canceled_becomes_free: 'after_30_days' } },
      [{ at: '2026-03-31T12:00:00.000Z', event: 'canceled_becomes_free' }],
    ],
    [
      {
        account: { plan: 'free' },
        choices: { expiry: 'late' },
        aliases: [{ id: 'a', expires_at: '+1h' }],
      },
      [{ at: '2026-03-01T13:05:00.000Z', event: 'alias_expired', id: 'a' }],
    ],
  ])('of %j: %j', (scenario, events) => {
    expect(comingOf(scenario)).toEqual(events)
  })

  it('lists the ten soonest events of any kind', () => {
    const minutes = Array.from({ length: 12 }, (_, index) => index + 1)
    const aliases = minutes.map((at) => ({ id: `a${at}`, expires_at: `+${at}m` as const }))
    const timeline = minutes.map((at) => ({
      at: `+${at}m30s` as const,
      do: 'update_card' as const,
    }))
    const message = comingOf({ aliases, timeline })
    expect(message.map(({ at }) => at.slice(14, 19))).toEqual(
      [1, 2, 3, 4, 5].flatMap((minute) => [`0${minute}:00`, `0${minute}:30`]),
    )
    expect(comingOf({ aliases })).toHaveLength(10)
    expect(comingOf({ timeline })).toHaveLength(10)
  })
})
