import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { stateOf } from '../../support/core/states.ts'

// Accounts as a scenario specifies them, with defaults for the rest.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const nowS = MACHINE_MS / 1_000

const startedIn = (scenario: Scenario) =>
  coreSandbox({ clock, ...scenario }).account('default').state

describe('billing at the start', () => {
  const inAMonth = Date.parse('2026-04-01T12:00:00Z')
  const inAWeek = Date.parse('2026-03-08T12:00:00Z')
  const none = { renews_at_ms: null, trial_ends_at_ms: null, canceled_at_ms: null }

  it.each<[NonNullable<Scenario['account']>, follows: object]>([
    [{}, { ...none, card: 'good', trial_used: false, renews_at_ms: inAMonth }],
    [{ plan: 'free' }, { ...none, card: 'good', trial_used: false }],
    [{ billing: 'past_due' }, { ...none, card: 'declined', trial_used: false }],
    [
      { billing: 'past_due', card: 'good' },
      { ...none, card: 'good' },
    ],
    [
      { billing: 'past_due', renews_at: '+1d' },
      { ...none, renews_at_ms: MACHINE_MS + 86_400_000 },
    ],
    [{ billing: 'trialing' }, { ...none, trial_used: true, trial_ends_at_ms: inAWeek }],
    [{ billing: 'canceled' }, { ...none, card: 'good', canceled_at_ms: MACHINE_MS }],
  ])('%j', (account, follows) => {
    expect(startedIn({ account })).toMatchObject(follows)
  })

  it('a renewal is refused as an override of a scenario without one', () => {
    const overrides: Scenario = { clock, account: { renews_at: '+1d' } }
    expect(() =>
      coreSandbox({}).createAccount({ scenario: 'canceled', overrides }, MACHINE_MS),
    ).toThrow(
      'account.renews_at requires a paid plan with billing active or past_due (in scenario canceled with the overrides)',
    )
  })
})

describe('usage at the start', () => {
  it.each<[NonNullable<Scenario['usage']>, burst: object | null]>([
    [{}, null],
    [{ burst: 3 }, { used: 3, resets_at_ms: MACHINE_MS + 60_000 }],
    [{ burst_resets_in: '30s' }, { used: 0, resets_at_ms: MACHINE_MS + 30_000 }],
    [
      { burst: 3, burst_resets_in: '30s' },
      { used: 3, resets_at_ms: MACHINE_MS + 30_000 },
    ],
  ])('%j opens %j', (usage, burst) => {
    const { burst: opened } = startedIn({ usage }).usage
    expect(opened && { used: opened.used, resets_at_ms: opened.resets_at_ms }).toEqual(burst)
  })
})

describe('aliases at the start', () => {
  it('have the given fields, and omitted ones are empty', () => {
    const input = { id: 'b', label: 'l', note: 'n', source: 's', category: 'c', single_use: true }
    const sandbox = coreSandbox({
      clock,
      aliases: [{ id: 'a' }, { ...input, expires_at: '+1s', created_at: '-1s', forward_count: 2 }],
    })
    const { aliases } = stateOf(sandbox, MACHINE_MS).accounts[0]!
    const blank = { label: '', note: '', source: '', category: '', single_use: false }
    expect(aliases).toMatchObject([
      { id: 'a', ...blank, expires_at: null, created_at: nowS, forward_count: 0, status: 'active' },
      { ...input, expires_at: nowS + 1, created_at: nowS - 1, forward_count: 2, status: 'active' },
    ])
  })

  it.each<[Scenario, field: string, problem: string]>([
    [{ aliases: [{ id: 'a' }, { id: 'a' }] }, 'aliases[1].id', 'must be unique ("a" exists)'],
    [{ aliases: [{ created_at: '+1s' }] }, 'aliases[0].created_at', 'must not be in the future'],
    [{ aliases: [{ expires_at: '+0s' }] }, 'aliases[0].expires_at', 'must be in the future'],
    [
      { ids: { alphabet: 'a', length: 1 }, aliases: [{}, {}] },
      'aliases[1].id',
      'is required: all three draws collided',
    ],
  ])('%j: %s %s', (scenario, field, problem) => {
    let refused: unknown
    try {
      coreSandbox({ clock, ...scenario })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ActionError)
    expect(refused).toMatchObject({ status: 400, field, message: `${field} ${problem}` })
  })
})
