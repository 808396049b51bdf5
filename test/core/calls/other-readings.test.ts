import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Where another reading of the document leads to a different answer, the entry names the choice.

const list: CoreCall = { method: 'GET' }
const unauthenticated: CoreCall = { ...list, key: 'nobody' }
const outage: Scenario = { faults: [{ kind: 'outage' as const }] }
const full: Scenario = { usage: { burst: 60, burst_resets_in: '30s' } }

const entryOf = (scenario: Scenario, requested: CoreCall) =>
  callCore(coreSandbox(scenario), requested)

describe('the order of the checks', () => {
  it.each<[what: string, Scenario, CoreCall, outcome: string]>([
    ['a bad key in an outage', outage, unauthenticated, 'invalid_key'],
    [
      'past due in an outage',
      { ...outage, account: { billing: 'past_due' } },
      list,
      'plan_past_due',
    ],
    ['Free in an outage', { ...outage, account: { plan: 'free' } }, list, 'plan_required'],
    ['a bad limit in a full window', full, { ...list, query: 'limit=x' }, 'burst'],
    ['a bad body in a full window', full, { body: '{' }, 'burst'],
  ])(
    '%s: assumed, for another order would answer differently',
    (_what, scenario, requested, outcome) => {
      const entry = entryOf(scenario, requested)
      expect(entry).toMatchObject({ outcome, basis: 'assumed' })
      expect(entry.choices).toContain('check_order')
    },
  )
})

describe('a missing key', () => {
  const missing: CoreCall = { ...list, key: null }

  it('is answered like an invalid one, which is assumed', () => {
    const { outcome, basis, choices, response } = entryOf({}, missing)
    expect([outcome, basis, response.status]).toEqual(['invalid_key', 'assumed', 401])
    expect(choices).toEqual(['missing_key', 'key_error_shape'])
    expect(entryOf({}, unauthenticated).choices).toEqual(['key_error_shape'])
  })

  it('is a bad request if the choice says so', () => {
    const choices = { missing_key: 400 } as const
    const { outcome, response } = entryOf({ choices }, missing)
    expect([outcome, response]).toEqual([
      'bad_request',
      { status: 400, headers: {}, body: '{"message":"No Authorization header was sent."}' },
    ])
    expect(entryOf({ choices }, unauthenticated).outcome).toBe('invalid_key')
  })
})

describe('a canceled account', () => {
  it.each([
    ['29d', false],
    ['30d', true],
    ['31d', true],
  ])('%s later: whether it is Free by now is named: %s', (by, isNamed) => {
    const sandbox = coreSandbox({ clock: { mode: 'frozen' } })
    const account = sandbox.account('default')
    sandbox.perform(account, 'cancel_subscription', {}, MACHINE_MS)
    sandbox.perform(account, 'advance_clock', { by }, MACHINE_MS)
    const entry = callCore(sandbox, list)
    expect(entry.outcome).toBe('plan_canceled')
    expect(entry.choices.includes('canceled_becomes_free')).toBe(isNamed)
  })

  it('the choice does not affect a subscription that continues', () => {
    expect(entryOf({}, list).choices).not.toContain('canceled_becomes_free')
  })
})

describe('what a refused call uses of the burst limit', () => {
  it.each<[NonNullable<Scenario['choices']>['rejected_spend_burst'], Scenario, CoreCall, number]>([
    ['admitted', { account: { plan: 'free' } }, list, 0],
    ['all', { account: { plan: 'free' } }, list, 1],
    ['all', { account: { billing: 'past_due' } }, list, 1],
    ['all', { account: { billing: 'canceled' } }, {}, 1],
    ['all', {}, unauthenticated, 0],
    ['admitted', {}, { ...list, query: 'limit=x' }, 1],
    ['admitted', {}, { ...list, path: '/v1/other' }, 0],
    ['admitted', {}, { method: 'DELETE' }, 0],
    ['only_creations', {}, { ...list, query: 'limit=x' }, 0],
    ['only_creations', {}, { body: '{' }, 1],
    ['only_creations', {}, list, 1],
  ])('%s: %j %j spends %i', (rejected_spend_burst, scenario, requested, used) => {
    const choices = rejected_spend_burst === undefined ? {} : { rejected_spend_burst }
    const sandbox = coreSandbox({ ...scenario, choices })
    const account = sandbox.account('default')
    // Predicting the next call uses nothing.
    expect(toAccountView(account).usage.burst.used).toBe(0)
    expect(toAccountView(account).usage.burst.used).toBe(0)
    callCore(sandbox, requested)
    expect(toAccountView(account).usage.burst.used).toBe(used)
  })
})
