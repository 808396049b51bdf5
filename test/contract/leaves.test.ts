import { describe, expect, it } from 'vitest'
import type * as v from 'valibot'
import { check } from '../../src/contract/values/validation-issue.ts'
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
} from '../../src/contract/values/fields.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// Each leaf of a schema reports the value and what is allowed.

const point = { x: integer(0, 9), name: string(3) }

type LeafRow = [
  leaf: string,
  schema: v.GenericSchema,
  taken: unknown[],
  refused: [unknown, string][],
]

const rows: LeafRow[] = [
  [
    'a text',
    string(3),
    ['', 'abc'],
    [
      ['abcd', 'input must have at most 3 characters'],
      [5, 'input must be a string (got 5)'],
      [null, 'input must be a string (got null)'],
    ],
  ],
  [
    'a text of a pattern',
    pattern(/^[a-z]$/, 'a letter'),
    ['a'],
    [
      ['A', 'input must be a letter (got "A")'],
      [1, 'input must be a letter (got 1)'],
    ],
  ],
  [
    'a whole number',
    integer(-1, 2),
    [-1, 0, 2],
    [-2, 3, 0.5, '1', NaN, Infinity, true].map((value) => [
      value,
      `input must be an integer from -1 to 2 (got ${typeof value === 'number' ? value : JSON.stringify(value)})`,
    ]),
  ],
  [
    'true or false',
    boolean(),
    [true, false],
    [
      ['yes', 'input must be true or false (got "yes")'],
      [0, 'input must be true or false (got 0)'],
    ],
  ],
  [
    'a word',
    oneOf(['plus', 'pro']),
    ['plus', 'pro'],
    [
      ['plsu', 'input must be one of plus, pro (got "plsu"; did you mean "plus"?)'],
      [1, 'input must be one of plus, pro (got 1)'],
    ],
  ],
  [
    'a closed object',
    strictObject(point),
    [{ x: 1, name: 'a' }],
    [
      [{ x: 1 }, 'name is required'],
      [{ x: 1, name: undefined }, 'name must be a string (got nothing)'],
      [{ x: 1, name: 5 }, 'name must be a string (got 5)'],
      [{ x: 1, name: 'a', nam: 1 }, 'unknown field "nam" (did you mean "name"?)'],
      [{ x: 1, name: 'a', other: 1 }, 'unknown field "other" (allowed: x, name)'],
      ['x', 'input must be an object (got "x")'],
      [null, 'input must be an object (got null)'],
      [undefined, 'input must be an object (got nothing)'],
      [[], 'input must be an object (got [])'],
    ],
  ],
  [
    'an empty object',
    strictObject({}),
    [{}],
    [[{ x: 1 }, 'unknown field "x" (no fields are allowed here)']],
  ],
  [
    'an open object',
    looseObject(point),
    [
      { x: 1, name: 'a' },
      { x: 1, name: 'a', other: 1 },
    ],
    [
      [{ x: 1 }, 'name is required'],
      [5, 'input must be an object (got 5)'],
      [[], 'input must be an object (got [])'],
    ],
  ],
  [
    'an object of any keys',
    record(),
    [{}, { a: 1 }],
    [
      ['a', 'input must be an object (got "a")'],
      [[], 'input must be an object (got [])'],
    ],
  ],
  [
    'a list',
    list(integer(0, 9), 2),
    [[], [1, 2]],
    [
      [[1, 2, 3], 'input must have at most 2 items'],
      [[1, 10], '[1] must be an integer from 0 to 9 (got 10)'],
      [{}, 'input must be a list (got {})'],
    ],
  ],
]

describe.each(rows)('%s', (_leaf, schema, taken, refused) => {
  it.each(taken.map((value) => [value]))('accepts %j', (value) => {
    expect(check(schema, value)).toEqual({ ok: true, value })
  })

  it.each(refused)('refuses %j: %s', (value, sentence) => {
    expect(refusalsOf(check(schema, value))).toEqual([sentence])
  })
})
