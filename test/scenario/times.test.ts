import { describe, expect, it } from 'vitest'
import { toAccountView } from '../../src/control/views/account-view.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

const now = MACHINE_MS / 1_000

function startIn(scenario: Scenario) {
  const sandbox = coreSandbox(scenario)
  const account = sandbox.account('default')
  sandbox.syncClock(account, MACHINE_MS)
  return { sandbox, account }
}

describe('times of a scenario', () => {
  it.each([
    ['+10m', now + 600],
    ['+1d12h', now + 36 * 3_600],
    ['2026-03-01T13:00:00+00:30', now + 1_800],
    [now + 7, now + 7],
    [null, null],
  ])('expires_at %j', (expiresAt, seconds) => {
    const { account } = startIn({ aliases: [{ id: 'a', expires_at: expiresAt }] })
    expect(account.aliases.get('a')?.expires_at).toBe(seconds)
  })

  it('are relative to the clock that the scenario sets', () => {
    const { account } = startIn({
      clock: { now: '2030-01-01T00:00:00Z' },
      aliases: [{ id: 'a', created_at: '-1d', expires_at: '+1d' }],
    })
    expect(account.aliases.get('a')).toMatchObject({
      created_at: Date.UTC(2029, 11, 31) / 1_000,
      expires_at: Date.UTC(2030, 0, 2) / 1_000,
    })
  })

  it('of a renewal are ignored for a Free account', () => {
    const { account } = startIn({ account: { plan: 'free', renews_at: '+90s' } })
    expect(toAccountView(account).renews_at).toBeNull()
  })
})

describe('a timeline', () => {
  const labels = Array.from({ length: 12 }, (_, index) => `at once ${index}`)
  const timeline = [
    { at: '+90s', do: 'settle_invoice' as const },
    { at: '+1h', do: 'suspend_alias' as const, id: 'shop' },
    ...labels.map((label) => ({ at: '+30s', do: 'create_alias' as const, label })),
    { at: '+10s', do: 'fail_payment' as const },
    { at: '+2h', do: 'resume_alias' as const, id: 'nobody' },
  ]
  const scenario = { aliases: [{ id: 'shop' }], timeline }

  it('runs in the order of its times, and of the file for equal times', () => {
    const { sandbox, account } = startIn(scenario)
    const { fired } = sandbox.perform(account, 'advance_clock', { by: '2h' }, MACHINE_MS)
    expect(fired.events.map(({ at, do: action }) => [(at - MACHINE_MS) / 1_000, action])).toEqual([
      [10, 'fail_payment'],
      ...labels.map(() => [30, 'create_alias']),
      [90, 'settle_invoice'],
      [3_600, 'suspend_alias'],
      [7_200, 'resume_alias'],
    ])
    const made = account.aliases.after(null, 'oldest_first', 100).slice(1)
    expect(made.map(({ label }) => label)).toEqual(labels)
  })

  it('runs only what is due, and nothing twice', () => {
    const { sandbox, account } = startIn(scenario)
    const advance = (by: string) =>
      sandbox.perform(account, 'advance_clock', { by }, MACHINE_MS).fired.total
    expect([advance('9s'), advance('1s'), advance('1s'), advance('1h'), advance('5h')]).toEqual([
      0, 1, 0, 14, 1,
    ])
  })
})
