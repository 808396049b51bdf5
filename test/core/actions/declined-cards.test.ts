import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Purchases with a declined card are refused; forcing an account active is not.

function open(account: NonNullable<Scenario['account']>) {
  const sandbox = coreSandbox({ account, clock: { mode: 'frozen' } })
  const subject = sandbox.account('default')
  return {
    state: () => subject.state,
    act: (action: string, input: object = {}) => {
      try {
        return sandbox.perform(subject, action, input, MACHINE_MS).result
      } catch (error) {
        if (error instanceof ActionError) return [error.status, error.message]
        throw error
      }
    },
  }
}

const refused = [409, 'the card on file is declined; use update_card first']

describe('with a declined card', () => {
  it.each<[action: string, input: object, from: NonNullable<Scenario['account']>]>([
    ['subscribe', { plan: 'plus' }, { billing: 'canceled', card: 'declined' }],
    ['start_trial', { plan: 'pro' }, { plan: 'free', card: 'declined' }],
    ['change_plan', { plan: 'pro' }, { card: 'declined' }],
    ['change_plan', { plan: 'pro' }, { billing: 'past_due' }],
  ])('%s %j is refused, and possible once the card was updated', (action, input, from) => {
    const { act, state } = open(from)
    const before = structuredClone(state())
    expect(act(action, input)).toEqual(refused)
    expect(state()).toEqual(before)
    act('update_card')
    expect(act(action, input)).toMatchObject(input)
  })
})

describe('set_account', () => {
  it.each<[input: object, card: string, later: string]>([
    [{ billing: 'active' }, 'good', 'active'],
    [{ billing: 'active', card: 'declined' }, 'declined', 'past_due'],
    [{ plan: 'pro' }, 'declined', 'past_due'],
    [{ card: 'good' }, 'good', 'past_due'],
  ])('%j on a past due account: card %s, and a month later %s', (input, card, later) => {
    const { act, state } = open({ billing: 'past_due' })
    act('set_account', input)
    expect(state().card).toBe(card)
    act('advance_clock', { by: '32d' })
    expect(state().billing).toBe(later)
  })
})
