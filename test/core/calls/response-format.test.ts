import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

// The format of answers where the document shows neither types nor values.

type Choices = NonNullable<Scenario['choices']>
type Seeds = NonNullable<Scenario['aliases']>

const bodyOf = (scenario: Scenario, requested: CoreCall) => {
  const clock = { now: '2026-03-01T12:00:00Z' }
  return JSON.parse(
    callCore(coreSandbox({ clock, ...scenario }), requested).response.body,
  ) as unknown
}

/** The fields of an alias beyond those that every alias has. */
function besides(seed: Seeds[number], choices: Choices): Record<string, unknown> {
  const plain = bodyOf({ aliases: [{}] }, { method: 'GET' }) as { aliases: [object] }
  const page = bodyOf({ aliases: [seed], choices }, { method: 'GET' }) as { aliases: [object] }
  return Object.fromEntries(
    Object.entries(page.aliases[0]).filter(([name]) => !Object.hasOwn(plain.aliases[0], name)),
  )
}

const suspended = { status: 'suspended' } as const

describe('an alias', () => {
  it.each<[Seeds[number], Choices, Record<string, unknown>]>([
    [{}, {}, {}],
    [suspended, {}, { suspended_reason: 'manual' }],
    [{ ...suspended, suspended_reason: 'abuse' }, {}, { suspended_reason: 'abuse' }],
    [suspended, { suspended_reason: 'absent' }, {}],
    [
      suspended,
      { suspended_reason: 'object' },
      { suspended_reason: { type: 'manual', detail: null } },
    ],
    [{ replies_enabled: true }, {}, { replies_enabled: true }],
    [{ replies_enabled: true }, { replies_value: false }, { replies_enabled: false }],
    [{ replies_enabled: true }, { replies_value: 'text' }, { replies_enabled: 'enabled' }],
    [{ replies_enabled: 'own' }, { replies_value: 'text' }, { replies_enabled: 'own' }],
    [{ replies_enabled: 2 }, { replies_value: false }, { replies_enabled: 2 }],
    [{}, { extra_fields: 'one' }, { origin: 'sandbox' }],
  ])('%j by choices %j has %j beside', (seed, choices, fields) => {
    expect(besides(seed, choices)).toEqual(fields)
  })
})

describe('a field that the document does not list (choice extra_fields)', () => {
  const choices = { extra_fields: 'one' } as const

  it.each<[what: string, Scenario, CoreCall, body: unknown]>([
    [
      'a page',
      {},
      { method: 'GET' },
      { aliases: [], next_cursor: null, has_more: false, page_kind: 'keyset' },
    ],
    ['a creation', {}, {}, { alias: expect.objectContaining({ origin: 'sandbox' }) as unknown }],
    ['an error', {}, { body: '{' }, { message: 'body is not JSON.', request_hint: 'sandbox' }],
    [
      'a plan error',
      { account: { plan: 'free' } },
      {},
      {
        code: 'plan_required',
        description: 'API access needs a paid plan: Plus or Pro.',
        request_hint: 'sandbox',
      },
    ],
  ])('%s', (_what, scenario, requested, body) => {
    expect(bodyOf({ ...scenario, choices }, requested)).toEqual(body)
  })
})
