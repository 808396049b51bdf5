import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { toListed } from '../../../src/control/views/listed-request.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

// How the control API shows faults and calls.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const

describe('a fault is shown', () => {
  const formatValue = {
    id: 'fault_1',
    operation: 'any',
    times: 1,
    skip: 0,
    hits: 0,
    state: 'armed',
  }

  it.each<[NonNullable<Scenario['faults']>[number], object]>([
    [{ kind: 'outage' }, formatValue],
    [
      { kind: 'burst', operation: 'list', times: 3, skip: 2 },
      { operation: 'list', times: 3, skip: 2 },
    ],
    [{ kind: 'outage', times: 'always' }, { times: 'always' }],
    [
      { kind: 'outage', for: '5m' },
      { times: 'always', ends_at: '2026-03-01T12:05:00.000Z' },
    ],
    [
      { kind: 'outage', for: '5m', times: 2 },
      { times: 2, ends_at: '2026-03-01T12:05:00.000Z' },
    ],
    [{ kind: 'delay', ms: 250 }, { ms: 250 }],
    [{ kind: 'hang', after: true }, { after: true }],
    [{ kind: 'hang', after: false }, { after: false }],
    [
      { kind: 'server_error', status: 504, after: true },
      { status: 504, after: true },
    ],
  ])('%j, with what was asked of it and no more: %j', (fault, more) => {
    const account = coreSandbox({ faults: [fault], clock }).account('default')
    expect(toAccountView(account).faults).toStrictEqual([
      { ...formatValue, kind: fault.kind, ...more },
    ])
  })
})

describe('a call is shown', () => {
  it('with its numbers and its reason', () => {
    const entry = callCore(coreSandbox({ clock }), { method: 'GET', query: 'limit=2' })
    expect(toListed(entry, () => false)).toMatchObject({
      type: 'call',
      id: 'req_1',
      at: '2026-03-01T12:00:00.000Z',
      real_at: '2026-03-01T12:00:00.000Z',
      account: 'default',
      operation: 'list',
      request: { method: 'GET', path: '/v1/aliases', query: 'limit=2', headers: {}, body: null },
      response: {
        status: 200,
        headers: entry.response.headers,
        body: { aliases: [], has_more: false, next_cursor: null },
      },
      duration_ms: entry.duration_ms,
      outcome: 'listed',
      checks: entry.checks,
      why: entry.why,
      effect: { kind: 'none' },
      refused: null,
      basis: entry.basis,
      source: entry.source,
      choices: entry.choices,
      fault: null,
    })
  })

  it.each([
    [undefined, null],
    ['', null],
    ['{"label":"x"}', { label: 'x' }],
    ['7', 7],
    ['{"label":', '{"label":'],
    ['a body', 'a body'],
  ])('its body %j as %j', (body, formatValue) => {
    const entry = callCore(coreSandbox({}), body === undefined ? {} : { body })
    expect(toListed(entry, () => false).request.body).toEqual(formatValue)
  })

  it('an answer that was never sent has no body', () => {
    const entry = callCore(coreSandbox({ faults: [{ kind: 'hang' }] }))
    expect(toListed(entry, () => false).response).toEqual({ status: 0, headers: {}, body: null })
  })
})
