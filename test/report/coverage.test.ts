import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { coverageOf } from '../../src/report/coverage.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { create, list, lived, type Step } from '../support/core/judged.ts'

// How much of the document a client has seen: every outcome that it lists, and details inside answers.

const coverageAfter = (scenario: Scenario, steps: Step[]) =>
  coverageOf(lived(scenario, steps).requests.entries())

/** How often each detail occurred. */
function detailsAfter(steps: Step[]): Record<string, number> {
  const details = coverageAfter({ populate: 3, clock: { mode: 'frozen' } }, steps).slice(11, 15)
  return Object.fromEntries(details.map(({ outcome, count }) => [outcome, count]))
}

describe('coverage', () => {
  it('names every documented outcome in a fixed order, whether it occurred or not', () => {
    expect(coverageAfter({}, [])).toEqual(
      [
        'created',
        'listed',
        'invalid_key',
        'plan_required',
        'plan_past_due',
        'plan_canceled',
        'outage',
        'burst',
        'daily_cap',
        'collision',
        'bad_request',
        'created_with_expiry',
        'created_single_use',
        'listed_with_limit',
        'listed_next_page',
      ].map((outcome) => ({ outcome, documented: true, count: 0 })),
    )
  })

  it('counts what occurred, then what the document does not list', () => {
    const absent = { method: 'DELETE' }
    const steps = [create, create, list, { key: 'nobody' }, absent, absent]
    const coverage = coverageAfter({ faults: [{ kind: 'hang', skip: 2 }] }, steps)
    const met = coverage.filter(({ count }) => count > 0)
    expect(met).toEqual([
      { outcome: 'created', documented: true, count: 2 },
      { outcome: 'invalid_key', documented: true, count: 1 },
      { outcome: 'hang', documented: false, count: 1 },
      { outcome: 'method_not_allowed', documented: false, count: 2 },
    ])
  })

  it('counts what became of mails, if there were any', () => {
    const sandbox = coreSandbox({ aliases: [{ id: 'a' }, { id: 'off', status: 'suspended' }] })
    const account = sandbox.account('default')
    for (const name of ['a', 'off', 'nobody', 'a']) {
      const to = `${name}@alias-sandbox.example`
      sandbox.perform(account, 'deliver_mail', { to }, MACHINE_MS)
    }
    expect(coverageOf(account.requests.judged()).slice(15)).toEqual([
      { outcome: 'mail_forwarded', documented: false, count: 2 },
      { outcome: 'mail_suspended', documented: false, count: 1 },
      { outcome: 'mail_no_alias', documented: false, count: 1 },
    ])
  })

  it.each<[detail: string, Step, count: number]>([
    ['created_with_expiry', { body: '{"expires_at":1772371800}' }, 1],
    ['created_with_expiry', { body: '{"expires_at":null}' }, 0],
    ['created_with_expiry', { body: '{"expires_at":5}' }, 0],
    ['created_with_expiry', { ...list, body: '{"expires_at":1772371800}' }, 0],
    ['created_with_expiry', create, 0],
    ['created_single_use', { body: '{"single_use":true}' }, 1],
    ['created_single_use', { body: '{"single_use":false}' }, 0],
    ['created_single_use', { body: '{"single_use":true,"label":7}' }, 0],
    ['listed_with_limit', { ...list, query: 'a=b&limit=2' }, 1],
    ['listed_with_limit', { ...list, query: 'limit=x' }, 0],
    ['listed_with_limit', { ...list, query: 'rate_limit=5' }, 0],
    ['listed_with_limit', { query: 'limit=2' }, 0],
    ['listed_next_page', { ...list, query: 'last_key=abc' }, 0],
  ])('%s: %j counts %i', (detail, step, count) => {
    const details = detailsAfter([step])
    expect(details[detail]).toBe(count)
    expect(Object.values(details).reduce((sum, met) => sum + met)).toBe(count)
  })

  it('counts a further page', () => {
    const further = { ...list, query: 'last_key={next}' }
    const met = coverageAfter({ populate: 21 }, [list, further])
    expect(met.find(({ outcome }) => outcome === 'listed_next_page')?.count).toBe(1)
  })
})
