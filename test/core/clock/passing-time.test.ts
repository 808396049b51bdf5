import { describe, expect, it } from 'vitest'
import type { Choices } from '../../../src/contract/choices/choices.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// How time changes an account, and which events report it.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const

function open(scenario: Scenario) {
  const sandbox = coreSandbox({ ...scenario, clock })
  const account = sandbox.account('default')
  return {
    account,
    /** The events of the given time span, each with its seconds from the start. */
    advance: (by: string) =>
      sandbox
        .perform(account, 'advance_clock', { by }, MACHINE_MS)
        .fired.events.map(({ at, ...message }) => [(at - MACHINE_MS) / 1_000, message] as const),
  }
}

describe('an alias that is due to expire', () => {
  const aliases = [{ id: 'a', expires_at: '+60s' }, { id: 'b' }]

  it.each<[Choices['expiry'], beforeSeconds: number, left: (string | undefined)[]]>([
    ['removed', 60, [undefined, 'active']],
    ['expired', 60, ['expired', 'active']],
    ['late', 360, [undefined, 'active']],
  ])('by choice %s goes after %i s, and leaves %j', (expiry, seconds, left) => {
    const { account, advance } = open({ aliases, choices: { expiry } })
    const status = () => ['a', 'b'].map((id) => account.aliases.get(id)?.status)
    expect(advance(`${seconds - 1}s`)).toEqual([])
    expect([status(), account.state.gone.expired]).toEqual([['active', 'active'], 0])
    expect(advance('1s')).toEqual([[seconds, { event: 'alias_expired', id: 'a' }]])
    expect([status(), account.state.gone.expired]).toEqual([left, 1])
    expect(advance('1d')).toEqual([])
  })

  it.each([
    ['removed', 0],
    ['expired', 0],
    ['late', 300],
  ] as const)('by choice %s goes between what else happens, in order', (expiry, later) => {
    const { account, advance } = open({
      choices: { expiry },
      aliases: [10, 20, 30].map((at) => ({ id: `a${at}`, expires_at: `+${at}s` as const })),
      timeline: [15, 20, 25].map((at) => ({
        at: `+${at + later}s` as const,
        do: 'update_card' as const,
      })),
    })
    const message = advance('25m').map(([at, { event }]) => [at - later, event])
    expect(message).toEqual([
      [10, 'alias_expired'],
      [15, 'timeline'],
      [20, 'alias_expired'],
      [20, 'timeline'],
      [25, 'timeline'],
      [30, 'alias_expired'],
    ])
    expect(account.state.gone.expired).toBe(3)
  })
})
