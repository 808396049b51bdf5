import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { actionNames } from '../../../src/contract/actions.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore } from '../../support/core/core-call.ts'
import { MACHINE_MS, coreSandbox, savedAccount } from '../../support/core/core-sandbox.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'

const free = { account: { plan: 'free' } } as const
const trialing = { account: { plan: 'plus', billing: 'trialing' } } as const
const pastDue = { account: { plan: 'plus', billing: 'past_due' } } as const
const canceled = { account: { plan: 'plus', billing: 'canceled' } } as const
const withAlias = { aliases: [{ id: 'a' }] }
const suspended = { aliases: [{ id: 'a', status: 'suspended' as const }] }

function account(scenario: Scenario) {
  const sandbox = coreSandbox({ ...scenario, clock: { mode: 'frozen' } })
  const value = sandbox.account('default')
  return {
    sandbox,
    value,
    state: () => savedAccount(value),
    perform: (action: string, input: object) => sandbox.perform(value, action, input, MACHINE_MS),
    do: (action: string, input: object = {}) =>
      sandbox.perform(value, action, input, MACHINE_MS).result,
  }
}

/** Action, arguments, scenario, resulting state. */
const works: [action: string, input: object, scenario: Scenario, then: object][] = [
  ['advance_clock', { by: '1s' }, {}, { clock: { account_ms: MACHINE_MS + 1_000 } }],
  [
    'advance_clock',
    { to: '2026-03-01T11:59:59Z', waited: true },
    {},
    { clock: { account_ms: MACHINE_MS } },
  ],
  ['freeze_clock', {}, {}, { clock: { mode: 'frozen' } }],
  ['resume_clock', { scale: 5 }, {}, { clock: { mode: 'running', scale: 5 } }],
  [
    'start_trial',
    { plan: 'pro', cycle: 'yearly' },
    free,
    { plan: 'pro', billing: 'trialing', cycle: 'yearly', trial_used: true },
  ],
  ['start_trial', { plan: 'plus' }, canceled, { plan: 'plus', billing: 'trialing' }],
  ['subscribe', { plan: 'plus' }, free, { plan: 'plus', billing: 'active' }],
  [
    'subscribe',
    { plan: 'pro', cycle: 'yearly' },
    canceled,
    { plan: 'pro', billing: 'active', cycle: 'yearly' },
  ],
  ['change_plan', { plan: 'pro' }, {}, { plan: 'pro', billing: 'active' }],
  ['change_plan', { plan: 'pro' }, trialing, { plan: 'pro', billing: 'trialing' }],
  ['fail_payment', {}, {}, { billing: 'past_due', card: 'declined' }],
  ['fail_payment', {}, trialing, { billing: 'trialing', card: 'declined' }],
  ['fail_payment', { when: 'next_charge' }, {}, { billing: 'active', card: 'declined' }],
  ['update_card', {}, pastDue, { billing: 'past_due', card: 'good' }],
  ['settle_invoice', {}, pastDue, { billing: 'active', card: 'good' }],
  ['cancel_subscription', {}, {}, { billing: 'canceled', renews_at_ms: null }],
  ['cancel_subscription', {}, trialing, { billing: 'canceled', trial_ends_at_ms: null }],
  ['set_account', { plan: 'free' }, {}, { plan: 'free', renews_at_ms: null }],
  ['set_account', { billing: 'past_due' }, {}, { billing: 'past_due' }],
  ['set_account', { plan: 'pro', billing: 'trialing' }, free, { plan: 'pro', billing: 'trialing' }],
  [
    'rotate_key',
    {},
    {},
    { key: { first: 'sandbox_default', status: 'rotated', retired: ['sandbox_default'] } },
  ],
  ['revoke_key', {}, {}, { key: { status: 'revoked' } }],
  [
    'create_alias',
    { label: 'x', expires_at: '+1m' },
    free,
    {
      aliases: [{ label: 'x', expires_at: MACHINE_MS / 1_000 + 60 }],
      usage: { daily: { used: 0 } },
    },
  ],
  [
    'suspend_alias',
    { id: 'a', reason: 'spam' },
    withAlias,
    { aliases: [{ status: 'suspended', suspended_reason: 'spam' }] },
  ],
  ['resume_alias', { id: 'a' }, suspended, { aliases: [{ status: 'active' }] }],
  ['delete_alias', { id: 'a' }, withAlias, { aliases: [], removed: ['a'] }],
  ['populate_aliases', { count: 2 }, {}, { aliases: [{}, {}] }],
  [
    'configure_replies',
    { id: 'a', value: 'on' },
    withAlias,
    { aliases: [{ replies_enabled: 'on' }] },
  ],
  [
    'forward_message',
    { id: 'a', count: 3 },
    withAlias,
    { aliases: [{ forward_count: 3 }], usage: { forwards: { used: 3 } } },
  ],
  [
    'forward_message',
    { id: 'a', count: 9 },
    { ...withAlias, usage: { forwards: 2_495 } },
    { aliases: [{ forward_count: 5 }], usage: { forwards: { used: 2_500 } } },
  ],
  [
    'forward_message',
    { id: 'a', count: 3 },
    { aliases: [{ id: 'a', single_use: true }] },
    { aliases: [], gone: { burned: 1 }, usage: { forwards: { used: 1 } } },
  ],
  [
    'reply_message',
    { id: 'a' },
    withAlias,
    { aliases: [{ forward_count: 0 }], usage: { forwards: { used: 1 } } },
  ],
  [
    'deliver_mail',
    { to: 'a@alias-sandbox.example' },
    withAlias,
    { aliases: [{ forward_count: 1 }], usage: { forwards: { used: 1 } } },
  ],
  ['compose_message', { id: 'a', count: 2 }, withAlias, { usage: { forwards: { used: 2 } } }],
  [
    'forward_message',
    { id: 'a', count: 150 },
    { ...free, ...withAlias, usage: { referral_bonus: 40 } },
    { aliases: [{ forward_count: 140 }] },
  ],
  [
    'set_usage',
    { burst: 59, burst_resets_in: '9s', daily: 7, forwards: 8, referral_bonus: 9 },
    {},
    {
      usage: {
        burst: { used: 59, resets_at_ms: MACHINE_MS + 9_000 },
        daily: { used: 7 },
        forwards: { used: 8 },
        referral_bonus: 9,
      },
    },
  ],
  [
    'set_usage',
    { burst: 60 },
    {},
    { usage: { burst: { used: 60, resets_at_ms: MACHINE_MS + 60_000 } } },
  ],
  [
    'set_choices',
    { page_size: 10, expiry: 'late' },
    { choices: { expiry: 'expired', burn: 'burned' } },
    { choices: { page_size: 10, expiry: 'late', burn: 'burned' } },
  ],
  [
    'arm_fault',
    { kind: 'outage', times: 3 },
    {},
    { faults: [{ id: 'fault_1', times: 3, hits: 0 }] },
  ],
  [
    'clear_faults',
    { kind: 'outage' },
    { faults: [{ kind: 'outage' }, { kind: 'burst' }] },
    { faults: [{ over: true }, { over: false }] },
  ],
  [
    'clear_faults',
    { id: 'fault_2' },
    { faults: [{ kind: 'outage' }, { kind: 'outage' }] },
    { faults: [{ over: false }, { over: true }] },
  ],
  [
    'load_scenario',
    { scenario: 'past_due' },
    withAlias,
    { scenario: 'past_due', billing: 'past_due', aliases: [] },
  ],
  [
    'load_scenario',
    { scenario: { account: { plan: 'pro' } } },
    {},
    { scenario: 'inline', plan: 'pro' },
  ],
]

/** They change the account, even if it is then as it was: it starts over. */
const startingOver = ['load_scenario', 'reset']

describe('an action', () => {
  it.each(works)('%s %j in %j leads to %j', (action, input, scenario, then) => {
    const subject = account(scenario)
    subject.do(action, input)
    expect(subject.state()).toMatchObject(then)
  })

  it.each([
    ['create_alias', { label: 'l', single_use: true, expires_at: '+1s' }, {}],
    ['suspend_alias', { id: 'a' }, withAlias],
    ['suspend_alias', { id: 'a', reason: 'abuse' }, withAlias],
    ['resume_alias', { id: 'a' }, suspended],
    ['configure_replies', { id: 'a', value: false }, withAlias],
  ] as const)('%s %j in %j returns the alias as /v1 lists it', (action, input, scenario) => {
    const subject = account(scenario)
    const { response } = callCore(subject.sandbox, { method: 'GET' })
    const { alias } = subject.do(action, input) as { alias: object }
    const listed = callCore(subject.sandbox, { method: 'GET' }).response.body
    expect(listed).not.toBe(response.body)
    expect(JSON.parse(listed)).toMatchObject({ aliases: [alias] })
  })

  it.each<[action: string, input: object, scenario: Scenario, result: object]>([
    [
      'forward_message',
      { id: 'a', count: 3 },
      { usage: { forwards: 2_496 } },
      { forwarded: 3, refused: 0, month: { used: 2_499, limit: 2_500 } },
    ],
    [
      'forward_message',
      { id: 'a', count: 3 },
      { usage: { forwards: 2_498 } },
      { forwarded: 2, refused: 1 },
    ],
    [
      'reply_message',
      { id: 'a', count: 3 },
      { usage: { forwards: 2_498 } },
      { sent: 2, refused: 1 },
    ],
    ['compose_message', { id: 'a' }, {}, { sent: 1, refused: 0 }],
    [
      'subscribe',
      { plan: 'plus' },
      free,
      { billing: 'active', renews_at: '2026-04-01T12:00:00.000Z' },
    ],
    ['advance_clock', { by: '1500ms' }, {}, { advanced_seconds: 1.5 }],
    ['clear_faults', {}, { faults: [{ kind: 'outage' }, { kind: 'burst' }] }, { cleared: 2 }],
    ['populate_aliases', { count: 3 }, {}, { populated: 3, aliases: 4 }],
    ['set_usage', { daily: 4 }, {}, { daily: { used: 4, limit: 50 } }],
  ])('%s %j in %j returns %j', (action, input, scenario, result) => {
    expect(account({ ...withAlias, ...scenario }).do(action, input)).toMatchObject(result)
  })

  it.each(works.filter(([action]) => !startingOver.includes(action)))('%s %j in %j, done again, says whether it changed anything', (action, input, scenario) => {
    const subject = account(scenario)
    subject.do(action, input)
    const before = subject.state()
    try {
      const { entry } = subject.perform(action, input)
      expect(entry.unchanged === true).toBe(isDeepStrictEqual(subject.state(), before))
    } catch (error) {
      expect(error).toBeInstanceOf(ActionError)
    }
  }) // prettier-ignore

  it.each<[shown: object, again: object]>([
    [{ id: 'a' }, { id: 'a', value: 'enabled' }],
    [{ id: 'a', value: 'enabled' }, { id: 'a' }],
    [
      { id: 'a', value: 'on' },
      { id: 'a', value: 'on' },
    ],
  ])('configure_replies %j, then %j, shows nothing new and says so', (shown, again) => {
    const subject = account({ ...withAlias, choices: { replies_value: 'text' } })
    subject.do('configure_replies', shown)
    expect(subject.perform('configure_replies', again).entry.unchanged).toBe(true)
  })

  it('has at least one row in this table', () => {
    const tested = new Set(works.map(([action]) => action))
    expect(actionNames.filter((name) => !tested.has(name) && name !== 'reset')).toEqual([])
  })

  it('settle_invoice restores exactly the former state', () => {
    const subject = account({ account: { plan: 'pro', cycle: 'yearly' } })
    const before = subject.state()
    subject.do('fail_payment')
    subject.do('settle_invoice')
    expect(subject.state()).toEqual(before)
  })

  it('reset restores the account as it started, keys included', () => {
    const subject = account({
      ...withAlias,
      populate: 3,
      usage: { daily: 4, burst: 2 },
      faults: [{ kind: 'outage' }],
    })
    const before = subject.state()
    for (const [action, input] of [
      ['rotate_key', {}],
      ['populate_aliases', { count: 5 }],
      ['fail_payment', {}],
      ['clear_faults', {}],
      ['advance_clock', { by: '40d' }],
    ] as const)
      subject.do(action, input)
    subject.do('reset')
    // Except for the number of drawn keys: no key is drawn twice.
    expect(subject.state()).toEqual({ ...before, key: { ...before.key, made: 1 } })
  })
})
