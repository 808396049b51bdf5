import { describe, expect, it } from 'vitest'
import type { Conflict } from '../../../src/contract/control-errors.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// A refused action says why: the current state, and what would be allowed.

const now = '2026-03-01T12:00:00.000Z'
const a = { aliases: [{ id: 'a' }] }
const suspended = { aliases: [{ id: 'a', status: 'suspended' as const }] }
const free = { account: { plan: 'free' } } as const
const pastDue = { account: { billing: 'past_due' } } as const

/** The refusal of an action. */
function refusal(action: string, input: object, scenario: Scenario) {
  const sandbox = coreSandbox({ ...scenario, clock: { now, mode: 'frozen' } })
  try {
    sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('an action that the state of the account does not allow gets 409', () => {
  it.each<[action: string, input: object, scenario: Scenario, message: string, reason: Conflict]>([
    ['start_trial', { plan: 'plus' }, {}, 'this account is already on plus', 'subscribed'],
    [
      'start_trial',
      { plan: 'pro' },
      { account: { plan: 'free', trial_used: true } },
      'this account has already used its trial',
      'trial_used',
    ],
    [
      'subscribe',
      { plan: 'pro' },
      {},
      'this account is already on plus; use change_plan',
      'subscribed',
    ],
    ['change_plan', { plan: 'plus' }, {}, 'this account is already on plus', 'same_plan'],
    [
      'change_plan',
      { plan: 'pro' },
      free,
      'this account has no subscription; use subscribe',
      'no_subscription',
    ],
    [
      'fail_payment',
      {},
      free,
      'this account has no subscription, so nothing is charged',
      'no_subscription',
    ],
    [
      'fail_payment',
      {},
      pastDue,
      'a payment has already failed: billing is past_due',
      'already_past_due',
    ],
    ['settle_invoice', {}, {}, 'there is no open invoice: billing is active', 'no_open_invoice'],
    ['cancel_subscription', {}, free, 'there is no subscription to cancel', 'no_subscription'],
    ['rotate_key', {}, free, 'a Free account cannot create API keys', 'free_plan'],
    [
      'revoke_key',
      {},
      { account: { key: 'revoked' } },
      'the key is already revoked',
      'key_revoked',
    ],
    [
      'suspend_alias',
      { id: 'a' },
      suspended,
      'alias a is suspended, not active',
      'alias_not_active',
    ],
    ['resume_alias', { id: 'a' }, a, 'alias a is active, not suspended', 'alias_not_suspended'],
    [
      'reply_message',
      { id: 'a' },
      suspended,
      'alias a is suspended and forwards no messages',
      'alias_not_active',
    ],
    [
      'forward_message',
      { id: 'a' },
      { ...a, usage: { forwards: 2_500 } },
      "the month's allowance of 2,500 messages is used up",
      'allowance_used',
    ],
    ['advance_clock', { to: 'burst_reset' }, {}, 'no burst window is open', 'no_burst_window'],
    [
      'advance_clock',
      { to: 'next_event' },
      free,
      'no event is scheduled for this account',
      'no_event',
    ],
    [
      'create_alias',
      {},
      { ...a, ids: { alphabet: 'a', length: 1 } },
      'all three draws collided: almost every id of this scenario is taken',
      'no_free_id',
    ],
  ])('%s %j in %j: %s (%s)', (action, input, scenario, message, reason) => {
    expect(refusal(action, input, scenario)).toMatchObject({
      name: 'ActionError',
      status: 409,
      field: undefined,
      message,
      reason,
    })
  })
})

describe('an action on something that does not exist gets 404', () => {
  it.each<[action: string, input: object, field: string | undefined, message: string]>([
    ['delete_alias', { id: 'no"pe' }, 'id', 'alias "no\\"pe" does not exist'],
    ['clear_faults', { id: 'fault_9' }, 'id', 'fault "fault_9" does not exist'],
  ])('%s %j names %s: %s', (action, input, field, message) => {
    expect(refusal(action, input, {})).toMatchObject({ status: 404, field, message })
  })

  it.each([
    [
      'load_scenario',
      { scenario: 'past_deu' },
      'scenario',
      'unknown scenario "past_deu" (did you mean "past_due"?)',
    ],
    [
      'setle_invoice',
      {},
      undefined,
      'unknown action "setle_invoice" (did you mean "settle_invoice"?)',
    ],
  ])('%s %j suggests the nearest name', (action, input, field, message) => {
    const { status, ...refused } = refusal(action, input, {})
    expect([status, refused.field]).toEqual([404, field])
    expect(refusal(action, input, {}).message).toBe(message)
  })
})

describe('a wrong argument gets 400', () => {
  it.each<[action: string, input: object, field: string, message: string]>([
    [
      'advance_clock',
      { to: '2026-03-01T11:59:59Z' },
      'to',
      "to must not be before the account's clock, 2026-03-01T12:00:00.000Z (got 2026-03-01T11:59:59.000Z); only reset, load_scenario and undo set a clock back",
    ],
    [
      'freeze_clock',
      { at: '2026-03-01T11:59:59Z' },
      'at',
      "at must not be before the account's clock, 2026-03-01T12:00:00.000Z (got 2026-03-01T11:59:59.000Z); only reset, load_scenario and undo set a clock back",
    ],
    [
      'advance_clock',
      { by: '3653d1ms' },
      'by',
      'by must not move the clock by more than ten years in one action',
    ],
    ['create_alias', { expires_at: '-1s' }, 'expires_at', 'expires_at must be in the future'],
    [
      'populate_aliases',
      { count: 100_001 },
      'count',
      'count must be an integer from 1 to 100000 (got 100001)',
    ],
    [
      'load_scenario',
      { scenario: { account: { plan: 'gold' } } },
      'scenario.account.plan',
      'account.plan must be one of free, plus, pro (got "gold")',
    ],
    [
      'load_scenario',
      { scenario: { account: { plan: 'gold', billing: 'late' } } },
      'scenario.account.plan',
      'account.plan must be one of free, plus, pro (got "gold"); account.billing must be one of active, trialing, past_due, canceled (got "late")',
    ],
    [
      'set_account',
      { plan: 'gold', billing: 'late' },
      'plan',
      'plan must be one of free, plus, pro (got "gold"); billing must be one of active, trialing, past_due, canceled (got "late")',
    ],
  ])('%s %j names %s: %s', (action, input, field, message) => {
    expect(refusal(action, input, a)).toMatchObject({ status: 400, field, message })
  })
})

describe('the longest advance of a clock in one action', () => {
  it('is ten years', () => {
    const sandbox = coreSandbox({ clock: { now, mode: 'frozen' } })
    const account = sandbox.account('default')
    sandbox.perform(account, 'advance_clock', { by: '3653d' }, MACHINE_MS)
    expect(new Date(account.now).toISOString()).toBe('2036-03-01T12:00:00.000Z')
  })
})
