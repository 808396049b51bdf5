import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

// Entries of the journal about a call to which a fault was applied.

const clock = { now: '2026-03-01T12:00:00Z' }

const entryOf = (scenario: Scenario, requested: CoreCall) =>
  callCore(coreSandbox({ clock, ...scenario }), requested)

describe('an entry names the fault that was applied', () => {
  it.each<[NonNullable<Scenario['faults']>[number], delivery: string, isDone: boolean]>([
    [{ kind: 'drop_before' }, 'drop', false],
    [{ kind: 'drop_after' }, 'drop', true],
    [{ kind: 'connection_reset' }, 'reset', false],
    [{ kind: 'connection_reset', after: true }, 'reset', true],
    [{ kind: 'hang' }, 'hang', false],
    [{ kind: 'hang', after: true }, 'hang', true],
    [{ kind: 'truncate' }, 'truncate', true],
    [{ kind: 'garbage' }, 'send', false],
    [{ kind: 'server_error' }, 'send', false],
    [{ kind: 'server_error', status: 504, after: true }, 'send', true],
  ])('%j goes out as %s, after the call was made: %s', (fault, delivery, isDone) => {
    const { why, checks, ...entry } = entryOf({ faults: [fault] }, {})
    expect(entry).toMatchObject({
      outcome: fault.kind,
      delivery: { kind: delivery, delay_ms: 0 },
      basis: 'injected',
      fault: 'fault_1',
    })
    expect(why).toMatch(
      isDone ? /^The alias was created.* But an armed fault / : /^An armed fault /,
    )
    expect(checks.some(({ check }) => check === 'fault')).toBe(!isDone)
  })

  it('two delays each delay one call', () => {
    const sandbox = coreSandbox({ faults: [5, 7].map((ms) => ({ kind: 'delay', ms })) })
    const message = [1, 2, 3].map(() => callCore(sandbox))
    expect(
      message.map(({ outcome, delivery, fault }) => [outcome, delivery.delay_ms, fault]),
    ).toEqual([
      ['created', 5, 'fault_1'],
      ['created', 7, 'fault_2'],
      ['created', 0, null],
    ])
  })

  it.each<[NonNullable<Scenario['faults']>, outcome: string, fault: string]>([
    [[{ kind: 'delay', ms: 9 }, { kind: 'drop_before' }], 'drop_before', 'fault_2'],
    [[{ kind: 'delay', ms: 9 }, { kind: 'outage' }], 'outage', 'fault_2'],
    [[{ kind: 'drop_after' }, { kind: 'outage' }], 'drop_after', 'fault_1'],
  ])('of kind %j is recorded as %s, by %s', (faults, outcome, fault) => {
    expect(entryOf({ faults }, {})).toMatchObject({ outcome, fault })
  })

  it('a collision of one draw is recorded although the next id was free', () => {
    const entry = entryOf({ faults: [{ kind: 'draw_collision' }] }, {})
    expect(entry).toMatchObject({ outcome: 'created', basis: 'documented', fault: 'fault_1' })
    expect(entry.checks.at(-1)).toEqual({ check: 'draw', passed: true, detail: '2 of 3' })
  })

  it('does not apply to a call with another key', () => {
    const sandbox = coreSandbox({ faults: [{ kind: 'drop_before' }] })
    expect(callCore(sandbox, { key: 'nobody' })).toMatchObject({ outcome: 'invalid_key' })
    expect(callCore(sandbox)).toMatchObject({ outcome: 'drop_before' })
  })
})
