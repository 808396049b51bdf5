import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView, toFiredView } from '../../../src/control/views/account-view.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Each event in next_events fires at the announced time and under the announced name.

const clock = { mode: 'frozen' } as const
const canceled: Scenario = {
  account: { billing: 'canceled' },
  choices: { canceled_becomes_free: 'after_30_days' },
}

describe('the announced next event fires', () => {
  it.each<Scenario>([
    canceled,
    { account: { plan: 'free' }, usage: { burst: 1 } },
    { account: { plan: 'free' }, usage: { daily: 1 } },
    { account: { plan: 'free' }, usage: { forwards: 1 } },
    { account: { billing: 'trialing' } },
    {},
    { account: { plan: 'free' }, aliases: [{ id: 'a', expires_at: '+1h' }] },
    { faults: [{ kind: 'outage', for: '1h' }] },
    { timeline: [{ at: '+1h', do: 'update_card' }] },
  ])('%j', (scenario) => {
    const sandbox = coreSandbox({ ...scenario, clock })
    const account = sandbox.account('default')
    const [next] = toAccountView(account).next_events
    const { fired } = sandbox.perform(account, 'advance_clock', { to: 'next_event' }, MACHINE_MS)
    expect(fired.events.map(toFiredView)).toMatchObject([next])
  })
})

it('the change of a canceled account to Free is announced', () => {
  const sandbox = coreSandbox({ ...canceled, clock })
  const account = sandbox.account('default')
  const { fired } = sandbox.perform(account, 'advance_clock', { by: '30d' }, MACHINE_MS)
  expect(fired.events).toMatchObject([{ event: 'canceled_becomes_free', plan: 'free' }])
  expect(toAccountView(account).next_events).toEqual([])
})
