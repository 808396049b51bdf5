import { describe, expect, it } from 'vitest'
import { faultKinds, faultRow } from '../../src/contract/faults.ts'
import { operations } from '../../src/contract/operations.ts'
import { wordList } from '../../src/contract/values/invalid-choice.ts'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (fault: object) => refusalsOf(checkScenario({ faults: [fault] }))

// A fault that could never apply is refused when it is armed.

it.each(faultKinds)('%s is armed by its name alone, or asks for what it needs', (kind) => {
  const own = Object.entries(faultRow(kind).arguments ?? {})
  const needed = own.filter(([, schema]) => schema.type !== 'optional')
  expect(refusals({ kind })).toEqual(needed.map(([name]) => `faults[0].${name} is required`))
})

const rounded =
  'must be a number from -9007199254740991 to 9007199254740991; others would be rounded'

function onlyFor(name: string): string {
  const kinds = faultKinds.filter((kind) => name in (faultRow(kind).arguments ?? {}))
  return `only for ${wordList(kinds, 'and')}`
}

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
  [{ kind: 'delay', ms: [0] }],
  [{ kind: 'delay', ms: [50, 50, 3_000] }],
  [{ kind: 'delay', ms: { p50: 20, p99: 20 } }],
  [{ kind: 'burst', times: 3, retry_after: 86_400 }],
  [{ kind: 'burst', for: '5m', retry_after: 1 }],
  [{ kind: 'outage', retry_after: 5 }],
  [{ kind: 'answer', status: 200 }],
  [{ kind: 'answer', status: 204, headers: { 'x-any': '' } }],
  [{ kind: 'answer', status: 599, body: '', headers: { 'Retry-After': 5, ETag: '"é"' } }],
  [{ kind: 'answer', status: 429, json: null, after: true }],
  [{ kind: 'answer', status: 200, body: 'x'.repeat(1_000_000) }],
  [{ kind: 'collision', operation: 'create' }],
  [{ kind: 'collision', operation: 'any' }],
])('the fault %j can be armed', (fault) => {
  expect(refusals(fault)).toEqual([])
})

describe('a fault that could never apply is refused', () => {
  it.each<[fault: object, ...sentences: string[]]>([
    [{ kind: 'delay' }, 'ms is required'],
    [{ kind: 'outage', ms: 5 }, `ms is not allowed for kind outage, ${onlyFor('ms')}`],
    [
      { kind: 'delay', ms: 5, after: true },
      `after is not allowed for kind delay, ${onlyFor('after')}`,
    ],
    [{ kind: 'outage', after: false }, `after is not allowed for kind outage, ${onlyFor('after')}`],
    [{ kind: 'hang', status: 500 }, `status is not allowed for kind hang, ${onlyFor('status')}`],
    [{ kind: 'hang', status: 204 }, `status is not allowed for kind hang, ${onlyFor('status')}`],
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
      `ms is not allowed for kind daily_cap, ${onlyFor('ms')}`,
    ],
    [{ kind: 'answer' }, 'status is required'],
    [{ kind: 'answer', status: 200, json: [{ a: Infinity }] }, `json[0].a ${rounded}`],
    [{ kind: 'answer', status: 200, json: Number('9007199254740993') }, `json ${rounded}`],
    [{ kind: 'answer', status: 200, headers: { a: 2 ** 53 } }, `headers.a ${rounded}`],
    [{ kind: 'answer', status: 101 }, 'status must be an integer from 200 to 599 (got 101)'],
    [{ kind: 'answer', status: 200, body: 'a', json: 'a' }, 'json must be left out with body'],
    [
      { kind: 'answer', status: 204, json: null },
      'json must be left out: an answer with status 204 has no body',
    ],
    [
      { kind: 'answer', status: 304, body: '' },
      'body must be left out: an answer with status 304 has no body',
    ],
    [{ kind: 'answer', status: 200, body: 'é'.repeat(524_289) }, 'body must have at most 1 MiB'],
    [{ kind: 'answer', status: 200, json: 'x'.repeat(1_048_575) }, 'json must have at most 1 MiB'],
    ...[
      'Connection',
      'content-length',
      'DATE',
      'Keep-Alive',
      'TE',
      'Trailer',
      'Transfer-Encoding',
      'Upgrade',
    ].map((name): [object, string] => [
      { kind: 'answer', status: 200, headers: { [name]: 'x' } },
      `headers.${name} must be left out: the sandbox sends this header itself`,
    ]),
    ...['a\r\nSet-Cookie: x', ' a', 'a\t', '\0', '\u{1f600}'].map((value): [object, string] => [
      { kind: 'answer', status: 200, headers: { 'X-A': value } },
      'headers.X-A must be the value of a header: one line of Latin-1 characters, without space at its ends',
    ]),
    [
      { kind: 'answer', status: 200, headers: { 'a b': 'x' } },
      'headers.a b must have the name of a header, such as Retry-After',
    ],
    [
      { kind: 'answer', status: 200, headers: { ['X'.repeat(10_001)]: 'x' } },
      `headers.${'X'.repeat(100)}… must have a name of at most 10000 characters`,
    ],
    [
      { kind: 'answer', status: 200, headers: { 'X-A': 'x', 'x-a': 'y' } },
      'headers.x-a must not be repeated in other letters',
    ],
    [
      { kind: 'answer', status: 200, headers: { 'X-A': true } },
      'headers.X-A must be a string or a number, the value of a header (got true)',
    ],
    [{ kind: 'answer', status: 200, headers: [] }, 'headers must be an object (got [])'],
    [
      { kind: 'server_error', headers: { 'X-A': 'b' }, json: 1 },
      `headers is not allowed for kind server_error, ${onlyFor('headers')}`,
      `json is not allowed for kind server_error, ${onlyFor('json')}`,
    ],
    [
      { kind: 'daily_cap', retry_after: 5 },
      `retry_after is not allowed for kind daily_cap, ${onlyFor('retry_after')}`,
    ],
    [{ kind: 'outage', retry_after: 0 }, 'retry_after must be an integer from 1 to 86400 (got 0)'],
    [{ kind: 'delay', ms: 0 }, 'ms must be an integer from 1 to 600000 (got 0)'],
    [{ kind: 'delay', ms: [] }, 'ms must have at least 1 item'],
    [{ kind: 'delay', ms: { p50: 5, p99: 4 } }, 'ms must have a p99 that is not less than p50'],
    [
      { kind: 'delay', ms: '5s' },
      'ms must be an integer from 1 to 600000, a list of integers or { p50, p99 } (got "5s")',
    ],
    [{ kind: 'delay', ms: [5, '6'] }, 'ms[1] must be an integer from 0 to 600000 (got "6")'],
    [{ kind: 'delay', ms: { p50: 5 } }, 'ms.p99 is required'],
    [
      { kind: 'delay', ms: { p50: 5, p90: 6, p99: 7 } },
      'ms: unknown field "p90" (did you mean "p50"?)',
    ],
    [{ kind: 'delay', ms: [] }, 'ms must have at least 1 item'],
    [{ kind: 'outage', times: 0 }, 'times must be an integer from 1 to 1000000 (got 0)'],
    [
      { kind: 'outage', times: 'twice' },
      'times must be an integer from 1 to 1000000 or "always" (got "twice")',
    ],
    [
      { kind: 'outage', operation: 'create_alias' },
      `operation must be one of ${operations.join(', ')}, any (got "create_alias")`,
    ],
    [{ kind: 'outages' }, 'kind must be a fault kind (got "outages"; did you mean "outage"?)'],
    // contradictions are reported once each field is valid by itself
    [{ kind: 'delay', skip: 'x' }, 'skip must be an integer from 0 to 1000000 (got "x")'],
  ])('%j', (fault, ...sentences) => {
    expect(refusals(fault)).toEqual(sentences.map((sentence) => `faults[0].${sentence}`))
  })
})
