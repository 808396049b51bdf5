import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (fault: object) => refusalsOf(checkScenario({ faults: [fault] }))

// A fault that could never apply is refused when it is armed.

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
    [{ kind: 'delay' }, 'ms is required'],
    [{ kind: 'outage', ms: 5 }, 'ms is not allowed for kind outage, only for delay'],
    [
      { kind: 'delay', ms: 5, after: true },
      'after is not allowed for kind delay, only for hang and server_error',
    ],
    [
      { kind: 'outage', after: false },
      'after is not allowed for kind outage, only for hang and server_error',
    ],
    [
      { kind: 'hang', status: 500 },
      'status is not allowed for kind hang, only for garbage and server_error',
    ],
    [
      { kind: 'hang', status: 204 },
      'status is not allowed for kind hang, only for garbage and server_error',
    ],
    [
      { kind: 'server_error', status: 501 },
      'status must be one of 500, 502, 504 for kind server_error (got 501)',
    ],
    [
      { kind: 'server_error', status: 204 },
      'status must be one of 500, 502, 504 for kind server_error (got 204)',
    ],
    [{ kind: 'garbage', status: 204 }, 'status must be a status that allows a body (got 204)'],
    [{ kind: 'garbage', status: 205 }, 'status must be a status that allows a body (got 205)'],
    [{ kind: 'garbage', status: 304 }, 'status must be a status that allows a body (got 304)'],
    [
      { kind: 'draw_collision', operation: 'list' },
      'operation must be create for kind draw_collision (got "list")',
    ],
    [
      { kind: 'daily_cap', operation: 'list', times: 'always', for: 5, ms: 1 },
      'times must not be "always" together with for',
      'operation must be create for kind daily_cap (got "list")',
      'ms is not allowed for kind daily_cap, only for delay',
    ],
    [{ kind: 'outage', times: 0 }, 'times must be an integer from 1 to 1000000 (got 0)'],
    [
      { kind: 'outage', times: 'twice' },
      'times must be an integer from 1 to 1000000 or "always" (got "twice")',
    ],
    [
      { kind: 'outage', operation: 'create_alias' },
      'operation must be one of create, list, any (got "create_alias")',
    ],
    [{ kind: 'outages' }, 'kind must be a fault kind (got "outages"; did you mean "outage"?)'],
    // contradictions are reported once each field is valid by itself
    [{ kind: 'delay', skip: 'x' }, 'skip must be an integer from 0 to 1000000 (got "x")'],
  ])('%j', (fault, ...sentences) => {
    expect(refusals(fault)).toEqual(sentences.map((sentence) => `faults[0].${sentence}`))
  })
})
