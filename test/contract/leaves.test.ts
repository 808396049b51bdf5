import { describe, expect, it } from 'vitest'
import type * as v from 'valibot'
import { check } from '../../src/contract/validation-issue.ts'
import {
  strictObject,
  list,
  oneOf,
  looseObject,
  pattern,
  record,
  string,
  boolean,
  integer,
} from '../../src/contract/fields.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// Each leaf of a schema says what was given and what is allowed.

const point = { x: integer(0, 9), name: string(3) }

type Row = [leaf: string, schema: v.GenericSchema, taken: unknown[], refused: [unknown, string][]]

const rows: Row[] = [
  [
    'a text',
    string(3),
    ['', 'abc'],
    [
      ['abcd', 'is longer than 3 characters'],
      [5, '5 is not a text'],
      [null, 'null is not a text'],
    ],
  ],
  [
    'a text of a pattern',
    pattern(/^[a-z]$/, 'a letter'),
    ['a'],
    [
      ['A', '"A" is not a letter'],
      [1, '1 is not a letter'],
    ],
  ],
  [
    'a whole number',
    integer(-1, 2),
    [-1, 0, 2],
    [-2, 3, 0.5, '1', NaN, Infinity, true].map((value) => [
      value,
      `${typeof value === 'number' ? value : JSON.stringify(value)} is not a whole number from -1 to 2`,
    ]),
  ],
  [
    'true or false',
    boolean(),
    [true, false],
    [
      ['yes', '"yes" is neither true nor false'],
      [0, '0 is neither true nor false'],
    ],
  ],
  [
    'a word',
    oneOf(['plus', 'pro']),
    ['plus', 'pro'],
    [
      ['plsu', '"plsu" is not one of plus, pro (did you mean plus?)'],
      [1, '1 is not one of plus, pro'],
    ],
  ],
  [
    'a closed object',
    strictObject(point),
    [{ x: 1, name: 'a' }],
    [
      [{ x: 1 }, 'name: is missing'],
      [{ x: 1, name: undefined }, 'name: nothing is not a text'],
      [{ x: 1, name: 5 }, 'name: 5 is not a text'],
      [{ x: 1, name: 'a', nam: 1 }, 'nam: is not known (allowed: x, name; did you mean name?)'],
      [{ x: 1, name: 'a', other: 1 }, 'other: is not known (allowed: x, name)'],
      ['x', '"x" is not an object'],
      [null, 'null is not an object'],
      [undefined, 'nothing is not an object'],
      [[], '[] is not an object'],
    ],
  ],
  [
    'an empty object',
    strictObject({}),
    [{}],
    [[{ x: 1 }, 'x: is not known (nothing is allowed here)']],
  ],
  [
    'an open object',
    looseObject(point),
    [
      { x: 1, name: 'a' },
      { x: 1, name: 'a', other: 1 },
    ],
    [
      [{ x: 1 }, 'name: is missing'],
      [5, '5 is not an object'],
      [[], '[] is not an object'],
    ],
  ],
  [
    'an object of any keys',
    record(),
    [{}, { a: 1 }],
    [
      ['a', '"a" is not an object'],
      [[], '[] is not an object'],
    ],
  ],
  [
    'a list',
    list(integer(0, 9), 2),
    [[], [1, 2]],
    [
      [[1, 2, 3], 'has more than 2 items'],
      [[1, 10], '[1]: 10 is not a whole number from 0 to 9'],
      [{}, '{} is not a list'],
    ],
  ],
]

describe.each(rows)('%s', (_leaf, schema, taken, refused) => {
  it.each(taken.map((value) => [value]))('takes %j', (value) => {
    expect(check(schema, value)).toEqual({ ok: true, value })
  })

  it.each(refused)('refuses %j: %s', (value, sentence) => {
    expect(refusalsOf(check(schema, value))).toEqual([sentence])
  })
})

it('a text without a stated length has at most 10000 characters', () => {
  expect(refusalsOf(check(string(), 'x'.repeat(10_000)))).toEqual([])
  expect(refusalsOf(check(string(), 'x'.repeat(10_001)))).toEqual([
    'is longer than 10000 characters',
  ])
})
