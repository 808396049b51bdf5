import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const free = { account: { plan: 'free' } } as const

function customer(scenario: Scenario) {
  const sandbox = coreSandbox({ clock, ...scenario })
  const account = sandbox.account('default')
  return {
    view: () => toAccountView(account),
    do: (action: string, input: object = {}) => sandbox.perform(account, action, input, MACHINE_MS),
    fired: (by: string) =>
      sandbox
        .perform(account, 'advance_clock', { by }, MACHINE_MS)
        .fired.events.filter(({ event }) => /trial|renewed|payment/.test(event))
        .map(({ at, event, amount }) => [new Date(at).toISOString(), event, amount]),
  }
}

describe('what is charged', () => {
  it.each([
    ['plus', 'monthly', 2],
    ['plus', 'yearly', 20],
    ['pro', 'monthly', 4],
    ['pro', 'yearly', 36],
  ])('%s, %s, costs $%i, at the end of the trial and at each renewal', (plan, cycle, amount) => {
    const subject = customer(free)
    subject.do('start_trial', { plan, cycle })
    expect(subject.view().price).toEqual({ amount, currency: 'USD' })
    const next = cycle === 'monthly' ? '2026-04-08' : '2027-03-08'
    expect(subject.fired(cycle === 'monthly' ? '40d' : '400d')).toEqual([
      ['2026-03-08T12:00:00.000Z', 'trial_ended', amount],
      [`${next}T12:00:00.000Z`, 'renewed', amount],
    ])
  })

  it('charges nothing while an invoice is open', () => {
    const subject = customer({})
    subject.do('fail_payment')
    expect(subject.fired('100d')).toEqual([])
    subject.do('settle_invoice')
    expect(subject.fired('31d')).toHaveLength(1)
  })
})
