import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

// Entries of the journal about a call to which a fault was applied.

const list: CoreCall = { method: 'GET' }
const clock = { now: '2026-03-01T12:00:00Z' }

const entryOf = (scenario: Scenario, requested: CoreCall) =>
  callCore(coreSandbox({ clock, ...scenario }), requested)

describe('an injected fault says what it did', () => {
  const lost = 'The alias was created (1/50 today, UTC). But an armed fault'

  it.each<[NonNullable<Scenario['faults']>[number], delivery: string, why: string]>([
    [
      { kind: 'drop_before' },
      'drop',
      'An armed fault closed the connection; the request was not processed.',
    ],
    [
      { kind: 'drop_after' },
      'drop',
      `${lost} closed the connection, so the client did not receive the response.`,
    ],
    [{ kind: 'hang' }, 'hang', 'An armed fault sent no response; the request was not processed.'],
    [
      { kind: 'hang', after: true },
      'hang',
      `${lost} sent no response, so the client did not receive the response.`,
    ],
    [
      { kind: 'truncate' },
      'truncate',
      `${lost} truncated the response, so the client did not receive the response.`,
    ],
    [
      { kind: 'garbage' },
      'send',
      'An armed fault answered 502 with HTML, like a proxy; the request was not processed.',
    ],
    [
      { kind: 'server_error' },
      'send',
      'An armed fault answered 500; the request was not processed.',
    ],
    [
      { kind: 'server_error', status: 504, after: true },
      'send',
      `${lost} answered 504, in place of that response.`,
    ],
  ])('%j goes out as %s: %s', (fault, delivery, why) => {
    const entry = entryOf({ faults: [fault] }, {})
    expect(entry).toMatchObject({
      outcome: fault.kind,
      delivery: { kind: delivery, delay_ms: 0 },
      why,
      source: 'not in the document: an injected fault',
      basis: 'injected',
      fault: 'fault_1',
    })
    const isDone = why.startsWith(lost)
    expect(entry.checks.some(({ check }) => check === 'fault')).toBe(!isDone)
    if (!isDone) {
      const detail = why
        .replace('An armed fault', 'fault_1:')
        .replace('; the request was not processed.', '')
      expect(entry.checks).toEqual([{ check: 'fault', passed: false, detail }])
    }
  })

  it.each<[NonNullable<Scenario['faults']>[number], object]>([
    [
      { kind: 'server_error' },
      { status: 500, headers: {}, body: '{"message":"Something went wrong on our side."}' },
    ],
    [
      { kind: 'garbage', status: 504 },
      {
        status: 504,
        headers: { 'Content-Type': 'text/html' },
        body: expect.stringMatching(/^<html>\n[^]*Proxy error[^]*<\/html>\n$/) as string,
      },
    ],
  ])('%j is sent as %j', (fault, response) => {
    expect(entryOf({ faults: [fault] }, {}).response).toEqual(response)
  })

  it('a truncated answer is stored in full', () => {
    expect(entryOf({ faults: [{ kind: 'truncate' }] }, {}).response).toEqual(
      entryOf({}, {}).response,
    )
  })

  it('a delay sends the answer later and does not change it', () => {
    const entry = entryOf({ faults: [{ kind: 'delay', ms: 250 }] }, {})
    expect(entry).toMatchObject({
      outcome: 'created',
      basis: 'documented',
      delivery: { kind: 'send', delay_ms: 250 },
      fault: 'fault_1',
    })
    expect(entryOf({}, {})).toMatchObject({
      fault: null,
      delivery: { kind: 'send', delay_ms: 0 },
    })
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

  it('a fault that another order of checks would not reach is still marked as injected', () => {
    const scenario: Scenario = {
      faults: [{ kind: 'outage' }],
      choices: { check_order: 'outage_first' },
    }
    const past = { ...scenario, account: { billing: 'past_due' as const } }
    expect(entryOf(past, list)).toMatchObject({ outcome: 'outage', basis: 'injected' })
    expect(entryOf(past, list).choices).toContain('check_order')
    expect(entryOf(scenario, list).choices).not.toContain('check_order')
  })

  it('does not apply to a call with another key', () => {
    const sandbox = coreSandbox({ faults: [{ kind: 'drop_before' }] })
    expect(callCore(sandbox, { key: 'nobody' })).toMatchObject({ outcome: 'invalid_key' })
    expect(callCore(sandbox)).toMatchObject({ outcome: 'drop_before' })
  })
})

describe('before the call is made, a fault says what it will do', () => {
  const done = 'An alias will be created (1/50 today, UTC).'
  const message = 'Rate limiting is temporarily unavailable; try again shortly.'

  it.each<[NonNullable<Scenario['faults']>, why: string]>([
    [[], done],
    [[{ kind: 'outage' }], `${message} An armed fault will cause this response.`],
    [[{ kind: 'drop_before' }], 'An armed fault will close the connection; the request will not be processed.'],
    [[{ kind: 'truncate' }], `${done} But an armed fault will truncate the response, so the client will not receive the response.`],
    [[{ kind: 'server_error' }], 'An armed fault will answer 500; the request will not be processed.'],
    [[{ kind: 'delay', ms: 3_000 }], `${done} An armed fault will delay it by 3 s.`],
    [[{ kind: 'outage' }, { kind: 'delay', ms: 1_500 }], `${message} An armed fault will cause this response. An armed fault will delay it by 1.5 s.`],
    [[{ kind: 'hang' }, { kind: 'delay', ms: 3_000 }], 'An armed fault will send no response; the request will not be processed.'],
  ])('%j: %s', (faults, why) => {
    const { next_call } = toAccountView(coreSandbox({ clock, faults }).account('default'))
    expect(next_call.create.why).toBe(why)
  }) // prettier-ignore
})
