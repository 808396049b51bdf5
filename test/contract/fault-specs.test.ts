import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { checkScenario } from '../../src/contract/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (fault: object) => refusalsOf(checkScenario({ faults: [fault] }))

// A fault that could never strike as it is told is refused when it is armed.

it.each(faultKinds.filter((kind) => kind !== 'delay'))('%s is armed by its name alone', (kind) => {
  expect(refusals({ kind })).toEqual([])
})

it.each([
  [{ kind: 'delay', ms: 1 }],
  [{ kind: 'delay', ms: 600_000, operation: 'list' }],
  [{ kind: 'hang', after: true }],
  [{ kind: 'server_error', after: false, status: 500 }],
  [{ kind: 'server_error', status: 502 }],
  [{ kind: 'server_error', status: 504 }],
  [{ kind: 'garbage', status: 200 }],
  [{ kind: 'garbage', status: 503 }],
  [{ kind: 'outage', operation: 'list', times: 3, skip: 2 }],
  [{ kind: 'outage', times: 'always' }],
  [{ kind: 'outage', times: 2, for: '10s' }],
  [{ kind: 'outage', for: '10s' }],
  [{ kind: 'collision', operation: 'create' }],
  [{ kind: 'collision', operation: 'any' }],
])('the fault %j can be armed', (fault) => {
  expect(refusals(fault)).toEqual([])
})

describe('a fault that could never apply is refused', () => {
  it.each<[fault: object, ...sentences: string[]]>([
    [{ kind: 'delay' }, 'ms: is missing'],
    [{ kind: 'outage', ms: 5 }, 'ms: belongs to delay, not to outage'],
    [
      { kind: 'delay', ms: 5, after: true },
      'after: belongs to hang and server_error, not to delay',
    ],
    [{ kind: 'outage', after: false }, 'after: belongs to hang and server_error, not to outage'],
    [{ kind: 'hang', status: 500 }, 'status: belongs to garbage and server_error, not to hang'],
    [{ kind: 'hang', status: 204 }, 'status: belongs to garbage and server_error, not to hang'],
    [{ kind: 'server_error', status: 501 }, 'status: 501 is not one of 500, 502, 504'],
    [{ kind: 'server_error', status: 204 }, 'status: 204 is not one of 500, 502, 504'],
    [{ kind: 'garbage', status: 204 }, 'status: 204 has no body, so no HTML either'],
    [{ kind: 'garbage', status: 205 }, 'status: 205 has no body, so no HTML either'],
    [{ kind: 'garbage', status: 304 }, 'status: 304 has no body, so no HTML either'],
    [
      { kind: 'draw_collision', operation: 'list' },
      'operation: draw_collision can only strike create, never list',
    ],
    [
      { kind: 'daily_cap', operation: 'list', times: 'always', for: 5, ms: 1 },
      'times: "always" and for contradict each other: leave one out',
      'operation: daily_cap can only strike create, never list',
      'ms: belongs to delay, not to daily_cap',
    ],
    [{ kind: 'outage', times: 0 }, 'times: 0 is not a whole number from 1 to 1000000'],
    [
      { kind: 'outage', times: 'twice' },
      'times: "twice" is neither a whole number from 1 to 1000000 nor "always"',
    ],
    [
      { kind: 'outage', operation: 'create_alias' },
      'operation: "create_alias" is not one of create, list, any',
    ],
    [
      { kind: 'outages' },
      `kind: "outages" is not known (did you mean outage?); allowed: ${faultKinds.join(', ')}`,
    ],
    // what contradicts is told once each part is right by itself
    [{ kind: 'delay', skip: 'x' }, 'skip: "x" is not a whole number from 0 to 1000000'],
  ])('%j', (fault, ...sentences) => {
    expect(refusals(fault)).toEqual(sentences.map((sentence) => `faults[0].${sentence}`))
  })
})
