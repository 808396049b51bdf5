import { describe, expect, it } from 'vitest'
import { create, judged, list, type Step } from '../support/core/judged.ts'

// The rules about the requests themselves: their content type, units and paths.

const sent = (contentType: string): Step => ({ body: '{}', contentType })

describe('json_content_type', () => {
  it.each<[what: string, Step[], said: string]>([
    ['no body', [create], 'not_exercised: no creation had a body []'],
    ['JSON', [create, { body: '{}' }], 'pass: 1 creation with a body had it [2]'],
    [
      'with parameters',
      [sent('application/json; charset=utf-8'), sent('Application/JSON ;x')],
      'pass: 2 creations with a body had it [1 2]',
    ],
    ['a longer name', [sent('application/jsonl')], 'fail: 1 of 1 bodies were sent without it [1]'],
    [
      'a name behind another',
      [sent('text/application/json')],
      'fail: 1 of 1 bodies were sent without it [1]',
    ],
    ['nothing', [sent('')], 'fail: 1 of 1 bodies were sent without it [1]'],
    [
      'a list with a body',
      [{ ...list, ...sent('text/plain') }],
      'not_exercised: no creation had a body []',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('json_content_type', {}, steps)).toBe(said)
  })
})

const expiring = (value: unknown): Step => ({ body: JSON.stringify({ expires_at: value }) })

describe('seconds_in_expires_at', () => {
  it.each<[what: string, Step[], said: string]>([
    [
      'no number',
      [expiring('1772371800'), expiring(null)],
      'not_exercised: no expires_at was a number []',
    ],
    [
      'no JSON',
      [{ body: '{' }, { body: '' }, { body: 'null' }, { body: '7' }],
      'not_exercised: no expires_at was a number []',
    ],
    [
      'a list with an expiry',
      [{ ...list, ...expiring(1e12) }],
      'not_exercised: no expires_at was a number []',
    ],
    [
      'the last second that can be one',
      [expiring(99_999_999_999)],
      'pass: 1 creation sent seconds [1]',
    ],
    [
      'milliseconds',
      [expiring(1_772_371_800), expiring(100_000_000_000)],
      'fail: 1 creation sent milliseconds [2]',
    ],
    [
      'milliseconds before 1970',
      [expiring(-1_772_371_800_000)],
      'fail: 1 creation sent milliseconds [1]',
    ],
    ['microseconds', [expiring(1_772_371_800_000_000)], 'fail: 1 creation sent microseconds [1]'],
    [
      'nanoseconds and milliseconds',
      [expiring(1_772_371_800_000_000_000), expiring(1_772_371_800_000)],
      'fail: 2 creations sent nanoseconds or milliseconds [1 2]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('seconds_in_expires_at', {}, steps)).toBe(said)
  })
})

describe('offered_operations_only', () => {
  const removal: Step = { method: 'DELETE', path: '/v1/aliases/a1' }

  it.each<[what: string, Step[], said: string]>([
    ['no call', [], 'not_exercised: no request was sent []'],
    ['what is offered', [list, create], 'pass: 2 requests []'],
    [
      'what is not',
      [list, removal, { method: 'PUT' }],
      'fail: 2 requests used another operation, first DELETE /v1/aliases/a1 [2 3]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('offered_operations_only', {}, steps)).toBe(said)
  })
})
