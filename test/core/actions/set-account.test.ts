import { describe, expect, it } from 'vitest'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// set_account forces any state: it sets the dates that belong to that state and removes the others.

const now = '2026-03-01T12:00:00.000Z'
const inAWeek = '2026-03-08T12:00:00.000Z'
const inAMonth = '2026-04-01T12:00:00.000Z'
const free = { account: { plan: 'free' } } as const
const renewedOnThe20th = { account: { renews_at: '2026-03-20T12:00:00Z' } } as const
const canceled = { account: { billing: 'canceled' } } as const

function open(scenario: Scenario) {
  const sandbox = coreSandbox({ ...scenario, clock: { now, mode: 'frozen' } })
  const account = sandbox.account('default')
  return {
    sandbox,
    view: () => toAccountView(account),
    act: (action: string, input: object) =>
      sandbox.perform(account, action, input, MACHINE_MS).result,
  }
}

const dates = (trial: string | null, renews: string | null) => ({
  trial_ends_at: trial,
  renews_at: renews,
})

describe('set_account', () => {
  it.each<[input: object, from: Scenario, result: object]>([
    [{ billing: 'trialing' }, {}, { plan: 'plus', billing: 'trialing', ...dates(inAWeek, null) }],
    [{ billing: 'trialing' }, free, { plan: 'plus', billing: 'trialing', ...dates(inAWeek, null) }],
    [
      { plan: 'pro', billing: 'trialing' },
      free,
      { plan: 'pro', billing: 'trialing', ...dates(inAWeek, null) },
    ],
    [{ billing: 'active' }, canceled, { billing: 'active', ...dates(null, inAMonth) }],
    [{ plan: 'plus' }, free, { plan: 'plus', billing: 'active', ...dates(null, inAMonth) }],
    [{ plan: 'free' }, {}, { plan: 'free', ...dates(null, null) }],
    // Free has nothing to pay, try or cancel.
    [{ plan: 'free' }, { account: { billing: 'past_due' } }, { plan: 'free', billing: 'active' }],
    [{ plan: 'free' }, { account: { billing: 'trialing' } }, { plan: 'free', billing: 'active' }],
    [{ plan: 'free' }, canceled, { plan: 'free', billing: 'active' }],
    [{ billing: 'past_due' }, free, { plan: 'plus', billing: 'past_due' }],
    [{ billing: 'canceled' }, free, { plan: 'plus', billing: 'canceled' }],
    [{ billing: 'canceled' }, {}, { billing: 'canceled', ...dates(null, null) }],
    [{ billing: 'past_due' }, {}, { billing: 'past_due', ...dates(null, inAMonth) }],
    [{ billing: 'past_due' }, canceled, { billing: 'past_due', ...dates(null, null) }],
  ])('%j from %j', (input, from, result) => {
    expect(open(from).act('set_account', input)).toMatchObject(result)
  })

  it.each(['trialing', 'past_due', 'canceled'])('refuses plan free with billing %s', (billing) => {
    const { act, view } = open({})
    const before = view()
    expect(() => act('set_account', { plan: 'free', billing })).toThrow(
      `billing must not be ${billing} with plan free: "`,
    )
    expect(view()).toEqual(before)
  })

  it('a running trial keeps its end', () => {
    const { act } = open({ account: { billing: 'trialing' } })
    act('advance_clock', { by: '1d' })
    expect(act('set_account', { plan: 'pro', billing: 'trialing' })).toMatchObject({
      plan: 'pro',
      trial_ends_at: inAWeek,
    })
  })

  it('a change of plan keeps the renewal date', () => {
    const { act } = open({})
    act('advance_clock', { by: '1d' })
    expect(act('set_account', { plan: 'pro' })).toMatchObject({ renews_at: inAMonth })
  })

  it('a change of billing keeps the renewal date of the scenario', () => {
    const { act } = open(renewedOnThe20th)
    expect(act('set_account', { billing: 'active' })).toMatchObject({
      renews_at: '2026-03-20T12:00:00.000Z',
    })
  })

  it('an account that is active again has no cancellation date', () => {
    const { act, sandbox } = open(canceled)
    const { state } = sandbox.account('default')
    expect(state.canceled_at_ms).toBe(MACHINE_MS)
    act('set_account', { billing: 'active' })
    expect(state.canceled_at_ms).toBeNull()
  })

  it('a trial started by set_account uses up the single trial of the account', () => {
    const { act, view } = open(free)
    act('set_account', { billing: 'trialing' })
    expect(view().trial_used).toBe(true)
  })

  it('the 30 days of a canceled account start with set_account, and no longer matter once a plan is set', () => {
    const { act, sandbox } = open({ choices: { canceled_becomes_free: 'after_30_days' } })
    act('set_account', { billing: 'canceled' })
    act('advance_clock', { by: '29d' })
    expect(callCore(sandbox).outcome).toBe('plan_canceled')
    act('advance_clock', { by: '1d' })
    expect(callCore(sandbox).outcome).toBe('plan_required')
    act('set_account', { plan: 'plus' })
    expect(callCore(sandbox).outcome).toBe('created')
  })
})

describe('settling an invoice', () => {
  it.each([
    ['keeps the renewal that is planned', {}, '2026-04-01T12:00:00.000Z'],
    ['keeps one that the scenario gave', renewedOnThe20th, '2026-03-20T12:00:00.000Z'],
    ['plans one where none is', canceled, '2026-04-02T12:00:00.000Z'],
  ])('%s', (_what, from, renews_at) => {
    const { act } = open(from)
    act('set_account', { billing: 'past_due' })
    act('advance_clock', { by: '1d' })
    expect(act('settle_invoice', {})).toMatchObject({ billing: 'active', card: 'good', renews_at })
  })
})
