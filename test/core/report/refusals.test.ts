import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { create, judged, list, type Step } from '../../support/core/judged.ts'

// Errors: a 409 is safe to retry; a 401 or a 403 stays the same until somebody changes the account.

const collision: Scenario = { faults: [{ kind: 'collision' }] }
const labelled: Step = { body: '{"label":"shop"}' }

describe('retries_collision', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no collision', {}, [create], 'not_exercised: no 409 was received []'],
    ['tried again', collision, [list, create, list, create], 'pass: each 409 was retried (1) [2]'],
    ['given up', collision, [create, list], 'advice: 1 of 1 not retried [1]'],
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

describe('no_loop_on_403', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no 403', {}, [list, list, list], 'not_exercised: no 403 was received []'],
    [
      'a 403 that never came whole',
      { ...free, faults: [{ kind: 'truncate' }] },
      [list],
      'not_exercised: no 403 was received []',
    ],
    [
      'twice',
      free,
      [list, list],
      'pass: nothing was sent three times in a row in spite of a refusal, at most 60 seconds apart [1 2]',
    ],
    [
      'three times',
      free,
      [list, list, list],
      'fail: 3 calls with the same key were answered 403 one after another [1 2 3]',
    ],
    [
      'another method between',
      free,
      [list, list, create, list],
      'fail: 4 calls with the same key were answered 403 one after another [1 2 3 4]',
    ],
    [
      'another query between',
      free,
      [list, list, { ...list, query: 'limit=5' }, list],
      'fail: 4 calls with the same key were answered 403 one after another [1 2 3 4]',
    ],
    [
      'another body between',
      free,
      [create, create, labelled, create],
      'fail: 4 calls with the same key were answered 403 one after another [1 2 3 4]',
    ],
    [
      'another answer between',
      free,
      [list, list, { ...list, key: 'nobody' }, list, list],
      'fail: 4 calls with the same key were answered 403 one after another [1 2 4 5]',
    ],
    [
      'an answer of the tester between that looks like any other',
      { ...free, faults: [{ kind: 'answer', status: 200, json: {}, skip: 2 }] },
      [list, list, list, list, list],
      'pass: nothing was sent three times in a row in spite of a refusal, at most 60 seconds apart [1 2 4 5]',
    ],
    [
      'an answer of the tester between that says nothing of the plan',
      { ...free, faults: [{ kind: 'answer', status: 502, body: '', skip: 2 }] },
      [list, list, list, list, list],
      'fail: 4 calls with the same key were answered 403 one after another [1 2 4 5]',
    ],
    [
      'a minute apart',
      free,
      [list, late(60_000), late(120_000)],
      'fail: 3 calls with the same key were answered 403 one after another [1 2 3]',
    ],
    [
      'longer apart',
      free,
      [list, late(60_001), late(120_002)],
      'pass: nothing was sent three times in a row in spite of a refusal, at most 60 seconds apart [1 2 3]',
    ],
    [
      'the longest of two',
      free,
      [list, list, list, create, create, create, create],
      'fail: 7 calls with the same key were answered 403 one after another [1 2 3 4 5 6 7]',
    ],
    [
      'the first of two',
      free,
      [list, list, list, create, create, create],
      'fail: 6 calls with the same key were answered 403 one after another [1 2 3 4 5 6]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('no_loop_on_403', scenario, steps)).toBe(said)
  })
})

describe('no_loop_on_401', () => {
  const unauthenticated: Step = { ...list, key: 'nobody' }
  const keyless: Step = { ...list, key: null }

  it.each<[what: string, Step[], said: string]>([
    ['no 401', [list], 'not_exercised: no 401 was received []'],
    [
      'twice',
      [unauthenticated, unauthenticated, list],
      'pass: nothing was sent three times in a row in spite of a refusal, at most 60 seconds apart [1 2]',
    ],
    [
      'three times',
      [unauthenticated, unauthenticated, unauthenticated],
      'fail: 3 calls with the same key were answered 401 one after another [1 2 3]',
    ],
    [
      'three times without a key',
      [keyless, keyless, keyless],
      'fail: 3 calls without a Bearer key were answered 401 one after another [1 2 3]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('no_loop_on_401', {}, steps)).toBe(said)
  })
})
