import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { create, judged, list, type Step } from '../support/core/judged.ts'

// Errors: a 409 is safe to retry; a 401 or a 403 stays the same until somebody changes the account.

const collision: Scenario = { faults: [{ kind: 'collision' }] }
const labelled: Step = { body: '{"label":"shop"}' }

describe('retries_collision', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no collision', {}, [create], 'not_exercised: no 409 was received []'],
    ['tried again', collision, [list, create, list, create], 'pass: each 409 was retried (1) [2]'],
    ['another body', collision, [labelled, create], 'advice: 1 of 1 not retried [1]'],
    [
      'another path',
      collision,
      [create, { path: '/v1/domains' }],
      'advice: 1 of 1 not retried [1]',
    ],
    ['another query', collision, [create, { query: 'dry=1' }], 'advice: 1 of 1 not retried [1]'],
    [
      'one of two given up',
      { faults: [{ kind: 'collision', times: 2 }] },
      [labelled, create, create],
      'advice: 1 of 2 not retried [1]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('retries_collision', scenario, steps)).toBe(said)
  })
})

const free: Scenario = { account: { plan: 'free' } }
const late = (after: number, call: Step = list): Step => ({ ...call, after })
const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step)

/** The verdict, and the entries that show it. */
const shown = (rule: string, scenario: Scenario, steps: Step[]) =>
  judged(rule, scenario, steps).replace(/: .* \[/, ' [')

describe('no_loop_on_403', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no 403', {}, times(5, list), 'not_exercised []'],
    [
      'a 403 that never came whole',
      { ...free, faults: [{ kind: 'truncate' }] },
      [list],
      'not_exercised []',
    ],
    ['another body between', free, [create, create, labelled, create, create], 'fail [1 2 3 4 5]'],
    [
      'another answer between',
      free,
      [list, list, { ...list, key: 'nobody' }, list, list, list],
      'fail [1 2 4 5 6]',
    ],
    [
      'an answer of the tester between that says nothing of the plan',
      { ...free, faults: [{ kind: 'answer', status: 502, body: '', skip: 2 }] },
      times(6, list),
      'fail [1 2 4 5 6]',
    ],
    [
      'the longer of two',
      free,
      [...times(5, list), late(60_001), ...times(5, late(60_002))],
      'fail [6 7 8 9 10 11]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(shown('no_loop_on_403', scenario, steps)).toBe(said)
  })
})

describe('no_loop_on_401', () => {
  const unauthenticated: Step = { ...list, key: 'nobody' }
  const keyless: Step = { ...list, key: null }

  it.each<[what: string, Step[], said: string]>([
    [
      'five times, with two keys',
      [...times(3, unauthenticated), ...times(2, keyless)],
      'pass [1 2 3 4 5]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(shown('no_loop_on_401', {}, steps)).toBe(said)
  })
})
