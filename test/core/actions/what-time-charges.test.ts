import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { MACHINE_MS, coreSandbox } from '../../support/core/core-sandbox.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

// The end of a trial and of a billing period, and the events that report it.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const trial = { billing: 'trialing', trial_ends_at: '+1d' } as const
const at = Date.parse(clock.now) + 24 * 60 * 60 * 1_000
const plus = { amount: 2, currency: 'USD' }

/** The events of a day and the billing of the account after it. */
function dayLater(scenario: Scenario, change: (state: object) => object = (state) => state) {
  const sandbox = coreSandbox({ clock, ...scenario })
  const before = stateOf(sandbox, MACHINE_MS)
  const [value] = before.accounts
  becomes(sandbox, { ...before, accounts: [{ ...value!, ...change(value!) }] })
  const account = sandbox.account('default')
  const { fired } = sandbox.perform(account, 'advance_clock', { by: '1d' }, MACHINE_MS)
  const { plan, billing, trial_ends_at_ms, canceled_at_ms } = account.state
  expect(trial_ends_at_ms).toBeNull()
  return {
    events: fired.events.filter(({ event }) => event !== 'daily_reset'),
    stands: { plan, billing, canceled_at_ms },
  }
}

const stands = (plan: string, billing: string, canceled_at_ms: number | null = null) => ({
  plan,
  billing,
  canceled_at_ms,
})

describe('the end of a trial', () => {
  it.each<[what: string, Scenario, events: object[], stands: object]>([
    [
      'charges the card',
      { account: trial },
      [{ at, event: 'trial_ended', billing: 'active', ...plus }],
      stands('plus', 'active'),
    ],
    [
      'finds a card that is declined',
      { account: { ...trial, card: 'declined' } },
      [
        { at, event: 'trial_ended', billing: 'past_due', ...plus },
        { at, event: 'payment_failed', ...plus },
      ],
      stands('plus', 'past_due'),
    ],
    [
      'cancels, where that is chosen',
      { account: trial, choices: { trial_end: 'canceled' } },
      [{ at, event: 'trial_ended', billing: 'canceled', plan: 'plus' }],
      stands('plus', 'canceled', at),
    ],
    [
      'leads to Free, where that is chosen',
      { account: trial, choices: { trial_end: 'free' } },
      [{ at, event: 'trial_ended', billing: 'active', plan: 'free' }],
      stands('free', 'active'),
    ],
  ])('%s', (_what, scenario, events, then) => {
    expect(dayLater(scenario)).toEqual({ events, stands: then })
  })
})

describe('the end of a period', () => {
  it.each([
    ['good', 'renewed', 'active'],
    ['declined', 'payment_failed', 'past_due'],
  ] as const)('with a card that is %s: %s', (card, event, billing) => {
    expect(dayLater({ account: { renews_at: '+1d', card } })).toEqual({
      events: [{ at, event, ...plus }],
      stands: stands('plus', billing),
    })
  })
})

it('a canceled account becomes Free after 30 days when the choice says so', () => {
  const sandbox = coreSandbox({
    clock,
    account: { billing: 'canceled' },
    choices: { canceled_becomes_free: 'after_30_days' },
  })
  const account = sandbox.account('default')
  sandbox.perform(account, 'advance_clock', { by: '30d' }, MACHINE_MS)
  expect(account.state).toMatchObject(stands('free', 'active'))
})
