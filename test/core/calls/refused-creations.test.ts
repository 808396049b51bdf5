import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Choice `daily_spend`: a creation says so when its answer depends on what refused ones used up.

type Spend = NonNullable<Scenario['choices']>['daily_spend']

const create: CoreCall = {}
const collision: Scenario = { faults: [{ kind: 'collision' as const }] }
const clock = { mode: 'frozen' as const }

/** The provenance of a creation that follows another call. */
function after(first: CoreCall, scenario: Scenario, daily_spend: Spend = 'created') {
  const sandbox = coreSandbox({ clock, ...scenario, choices: { daily_spend } })
  callCore(sandbox, first)
  const { outcome, basis, choices } = callCore(sandbox)
  expect(choices.includes('daily_spend')).toBe(basis === 'assumed')
  return { outcome, basis }
}

describe('the last creation of a day', () => {
  const usage = { daily: 49 }

  it.each<[what: string, CoreCall, Scenario, basis: string]>([
    ['one that collided', create, { usage, ...collision }, 'assumed'],
    [
      'one that collided, without a burst limit',
      create,
      { usage, ...collision, limits: { burst: 'off' } },
      'assumed',
    ],
    ['one without a key', { key: null }, { usage }, 'documented'],
    ['one with a bad body', { body: '{' }, { usage }, 'documented'],
    ['a list that was refused', { method: 'GET', query: 'limit=x' }, { usage }, 'documented'],
  ])('behind %s', (_what, first, scenario, basis) => {
    expect(after(first, scenario)).toEqual({ outcome: 'created', basis })
  })

  it('after a collision on the day before: documented', () => {
    const twice: Scenario = { faults: [{ kind: 'collision', times: 2 }] }
    const sandbox = coreSandbox({ clock, limits: { daily: 2 }, ...twice })
    callCore(sandbox)
    callCore(sandbox)
    const act = (action: string, input: object) =>
      sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
    act('advance_clock', { to: 'utc_midnight' })
    expect(callCore(sandbox)).toMatchObject({ outcome: 'created', basis: 'documented' })
    expect(callCore(sandbox)).toMatchObject({ outcome: 'created', basis: 'documented' })
  })

  it('after two collisions on this day, whether they count or not: assumed', () => {
    const twice: Scenario = { faults: [{ kind: 'collision', times: 2 }] }
    const sandbox = coreSandbox({ clock, limits: { daily: 3 }, ...twice })
    const message = [1, 2, 3, 4].map(() => callCore(sandbox))
    expect(message.map(({ outcome, basis }) => [outcome, basis])).toEqual([
      ['collision', 'injected'],
      ['collision', 'injected'],
      ['created', 'documented'],
      ['created', 'assumed'],
    ])
  })
})

describe('where refused creations count', () => {
  it.each<[Spend, daily: number, outcome: string, basis: string]>([
    ['collided', 48, 'created', 'documented'],
    ['collided', 49, 'daily_cap', 'assumed'],
    ['collided', 50, 'daily_cap', 'documented'],
    ['attempted', 48, 'created', 'documented'],
    ['attempted', 49, 'daily_cap', 'assumed'],
  ])('%s, %i used and one collided: %s, %s', (daily_spend, daily, outcome, basis) => {
    const scenario = { usage: { daily }, ...collision }
    expect(after(create, scenario, daily_spend)).toEqual({ outcome, basis })
  })
})
