import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// The result of an action: the changed object in its new state.

const now = '2026-03-01T12:00:00.000Z'
const a = { aliases: [{ id: 'a', note: 'n', created_at: 5 }] }

function resultOf(action: string, input: object, scenario: Scenario = {}) {
  const sandbox = coreSandbox({ ...scenario, clock: { now, mode: 'frozen' } })
  return sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS).result
}

const made = {
  id: expect.stringMatching(/^[a-z0-9]{10}$/) as string,
  address: expect.stringMatching(/@alias-sandbox\.example$/) as string,
  status: 'active',
  created_at: MACHINE_MS / 1_000,
  forward_count: 0,
  note: '',
  source: '',
  label: '',
  category: '',
  single_use: false,
  expires_at: null,
}
const aliasA = { ...made, id: 'a', address: 'a@alias-sandbox.example', note: 'n', created_at: 5 }

describe('an action on an alias returns the alias', () => {
  it.each<[action: string, input: object, scenario: Scenario, result: object]>([
    ['create_alias', {}, {}, { alias: made }],
    [
      'create_alias',
      { label: 'l', note: 'n', source: 's', category: 'c', single_use: true, expires_at: '+1s' },
      {},
      {
        alias: {
          ...made,
          label: 'l',
          note: 'n',
          source: 's',
          category: 'c',
          single_use: true,
          expires_at: MACHINE_MS / 1_000 + 1,
        },
      },
    ],
    [
      'suspend_alias',
      { id: 'a' },
      a,
      { alias: { ...aliasA, status: 'suspended', suspended_reason: 'manual' } },
    ],
    [
      'suspend_alias',
      { id: 'a', reason: 'abuse' },
      a,
      { alias: { ...aliasA, status: 'suspended', suspended_reason: 'abuse' } },
    ],
    [
      'resume_alias',
      { id: 'a' },
      { aliases: [{ ...a.aliases[0], status: 'suspended' }] },
      { alias: aliasA },
    ],
    ['delete_alias', { id: 'a' }, a, { id: 'a' }],
    ['configure_replies', { id: 'a' }, a, { alias: { ...aliasA, replies_enabled: true } }],
    [
      'configure_replies',
      { id: 'a', value: false },
      a,
      { alias: { ...aliasA, replies_enabled: false } },
    ],
    ['populate_aliases', { count: 3 }, a, { populated: 3, aliases: 4 }],
  ])('%s %j in %j', (action, input, scenario, result) => {
    expect(resultOf(action, input, scenario)).toEqual(result)
  })

  it('create_alias refuses an alias that would expire immediately', () => {
    expect(() => resultOf('create_alias', { expires_at: '+0s' })).toThrow('must be in the future')
  })

  it('resuming an alias removes the reason of its suspension', () => {
    const sandbox = coreSandbox(a)
    const account = sandbox.account('default')
    const act = (action: string, input: object = {}) =>
      sandbox.perform(account, action, { id: 'a', ...input }, MACHINE_MS).result
    act('suspend_alias', { reason: 'abuse' })
    act('resume_alias')
    expect(act('suspend_alias')).toMatchObject({ alias: { suspended_reason: 'manual' } })
  })
})

describe('mail returns the number of messages that passed and the monthly usage', () => {
  const month = (used: number) => ({ used, limit: 2_500 })

  it.each<[action: string, count: number, used: number, result: object]>([
    ['forward_message', 3, 2_496, { id: 'a', forwarded: 3, refused: 0, month: month(2_499) }],
    ['forward_message', 3, 2_498, { id: 'a', forwarded: 2, refused: 1, month: month(2_500) }],
    ['reply_message', 3, 2_498, { id: 'a', sent: 2, refused: 1, month: month(2_500) }],
    ['compose_message', 1, 0, { id: 'a', sent: 1, refused: 0, month: month(1) }],
  ])('%s of %i when %i are used', (action, count, forwards, result) => {
    const scenario = { ...a, usage: { forwards } }
    expect(resultOf(action, { id: 'a', count }, scenario)).toEqual(result)
  })

  it('forward_message and reply_message send one message when no count is given', () => {
    expect(resultOf('forward_message', { id: 'a' }, a)).toMatchObject({ forwarded: 1, refused: 0 })
    expect(resultOf('reply_message', { id: 'a' }, a)).toMatchObject({ sent: 1, refused: 0 })
  })
})

describe('an action on billing returns the subscription with its dates', () => {
  const active = {
    plan: 'plus',
    billing: 'active',
    cycle: 'monthly',
    card: 'good',
    trial_ends_at: null,
    renews_at: '2026-04-01T12:00:00.000Z',
  }
  const free = { account: { plan: 'free' } } as const
  const pastDue = { billing: 'past_due', card: 'declined' }

  it.each<[action: string, input: object, scenario: Scenario, result: object]>([
    [
      'start_trial',
      { plan: 'plus' },
      free,
      {
        ...active,
        billing: 'trialing',
        trial_ends_at: '2026-03-08T12:00:00.000Z',
        renews_at: null,
      },
    ],
    ['subscribe', { plan: 'plus' }, free, active],
    [
      'subscribe',
      { plan: 'pro', cycle: 'yearly' },
      free,
      { ...active, plan: 'pro', cycle: 'yearly', renews_at: '2027-03-01T12:00:00.000Z' },
    ],
    ['change_plan', { plan: 'pro' }, {}, { ...active, plan: 'pro' }],
    ['fail_payment', {}, {}, { ...active, ...pastDue }],
    ['fail_payment', { when: 'next_charge' }, {}, { ...active, card: 'declined' }],
    ['update_card', {}, {}, active],
    ['cancel_subscription', {}, {}, { ...active, billing: 'canceled', renews_at: null }],
    ['set_account', { plan: 'free' }, {}, { ...active, plan: 'free', renews_at: null }],
    [
      'set_account',
      { billing: 'canceled' },
      {},
      { ...active, billing: 'canceled', renews_at: null },
    ],
    ['set_account', { billing: 'active' }, {}, active],
  ])('%s %j in %j', (action, input, scenario, result) => {
    expect(resultOf(action, input, scenario)).toEqual(result)
  })
})

describe('an action on the clock returns the time', () => {
  it.each<[action: string, input: object, result: object]>([
    ['advance_clock', { by: '1500ms' }, { advanced_seconds: 1.5 }],
    ['advance_clock', { to: 'utc_midnight' }, { advanced_seconds: 12 * 3_600 }],
    ['freeze_clock', {}, { mode: 'frozen' }],
    ['resume_clock', {}, { mode: 'running', scale: 1 }],
    ['resume_clock', { scale: 60 }, { mode: 'running', scale: 60 }],
  ])('%s %j', (action, input, result) => {
    expect(resultOf(action, input)).toEqual(result)
  })
})

describe('other actions return their result', () => {
  it.each<[action: string, input: object, scenario: Scenario, result: object]>([
    ['revoke_key', {}, {}, {}],
    ['clear_faults', {}, { faults: [{ kind: 'outage' }, { kind: 'burst' }] }, { cleared: 2 }],
    [
      'clear_faults',
      { kind: 'burst' },
      { faults: [{ kind: 'outage' }, { kind: 'burst' }] },
      { cleared: 1 },
    ],
    ['clear_faults', { id: 'fault_1' }, { faults: [{ kind: 'outage' }] }, { cleared: 1 }],
    ['load_scenario', { scenario: 'pro' }, {}, { scenario: 'pro' }],
    ['load_scenario', { scenario: {} }, {}, { scenario: 'inline' }],
    ['reset', {}, {}, { scenario: 'test' }],
    [
      'set_usage',
      { burst: 3, daily: 4, forwards: 5 },
      {},
      {
        burst: { used: 3, limit: 60 },
        daily: { used: 4, limit: 50 },
        forwards: { used: 5, limit: 2_500 },
      },
    ],
  ])('%s %j', (action, input, scenario, result) => {
    expect(resultOf(action, input, scenario)).toEqual(result)
  })
})
