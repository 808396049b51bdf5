import { describe, expect, it } from 'vitest'
import { checkScenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

// A burst window lasts at most 60 seconds, whatever opened it, and a Retry-After states its clock.

const list = { method: 'GET' }
const clock = { mode: 'frozen' } as const
const retryAfterOf = (entry: { response: { headers: Record<string, string> } }) =>
  entry.response.headers['Retry-After']

describe('burst_resets_in of more than 60 s is refused', () => {
  it.each(['61s', '1h', 60.5, '1m1ms'])('as an action and in a scenario: %j', (burst_resets_in) => {
    const sandbox = coreSandbox({ usage: { burst: 5 } })
    const before = stateOf(sandbox, MACHINE_MS)
    const set = () =>
      sandbox.perform(sandbox.account('default'), 'set_usage', { burst_resets_in }, MACHINE_MS)
    expect(set).toThrow(/^burst_resets_in must be a duration of at most 60s/)
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
    const usage = { burst: 60, burst_resets_in }
    expect(checkScenario({ usage }).ok).toBe(false)
  })

  it.each(['60s', '1m', 60, '59s1000ms', 0])('%j is allowed', (burst_resets_in) => {
    expect(checkScenario({ usage: { burst_resets_in } }).ok).toBe(true)
  })

  it('in a state', () => {
    const sandbox = coreSandbox({ usage: { burst: 60 } })
    const before = stateOf(sandbox, MACHINE_MS)
    const state = structuredClone(before)
    state.accounts[0]!.usage.burst!.resets_at_ms = MACHINE_MS + 60_001
    expect(() => becomes(sandbox, state)).toThrow(
      'account default has a usage.burst.resets_at_ms more than 60 s after its clock.account_ms',
    )
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
  })
})

describe('where refused lists do not count (rejected_spend_burst only_creations)', () => {
  const choices = { rejected_spend_burst: 'only_creations' } as const

  it.each(['first_call', 'clock_minute', 'sliding'] as const)(
    'a refused list leaves a %s window as it was',
    (burst_window) => {
      const sandbox = coreSandbox({ clock, choices: { ...choices, burst_window } })
      const account = sandbox.account('default')
      const refuse = () => callCore(sandbox, { ...list, query: 'limit=0' }).outcome
      expect([refuse(), account.state.usage.burst]).toEqual(['bad_request', null])
      callCore(sandbox, list)
      const opened = structuredClone(account.state.usage.burst)
      sandbox.perform(account, 'advance_clock', { by: '50s' }, MACHINE_MS)
      expect([refuse(), account.state.usage.burst]).toEqual(['bad_request', opened])
    },
  )

  it('the window opens with the first call that counts, and 60 such calls pass', () => {
    const sandbox = coreSandbox({ clock, choices })
    const account = sandbox.account('default')
    callCore(sandbox, { ...list, query: 'limit=0' })
    sandbox.perform(account, 'advance_clock', { by: '50s' }, MACHINE_MS)
    const outcomes = Array.from({ length: 61 }, () => callCore(sandbox, list))
    expect(outcomes.filter(({ outcome }) => outcome === 'listed')).toHaveLength(60)
    expect(retryAfterOf(outcomes[60]!)).toBe('60')
  })
})
