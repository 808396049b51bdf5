import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  integer,
  items,
  looseObject,
  record,
  strictObject,
} from '../../src/contract/values/fields.ts'
import { check } from '../../src/contract/values/validation-issue.ts'

// Apart from lists that are no objects, the schemas of fields.ts treat a value as those of valibot.

const digit = integer(0, 9)
const entries = { x: digit, y: v.optional(digit) }
const inputs = [
  {},
  { x: 1 },
  { x: 1, y: 2 },
  { x: 'a', y: 10 },
  { x: 1, z: 3 },
  'text',
  5,
  null,
  undefined,
]

/** The issues that valibot finds, without their messages, which are our own. */
function outcomeOf(schema: v.GenericSchema, input: unknown) {
  const { success, typed, output, issues } = v.safeParse(schema, input)
  const found = issues?.map(({ message: _words, ...issue }) => issue)
  return { success, typed, output, issues: found }
}

describe.each([
  ['strictObject', strictObject(entries), v.strictObject(entries)],
  ['looseObject', looseObject(entries), v.looseObject(entries)],
  ['record', record(), v.record(v.string(), v.unknown())],
])('%s', (_name, ours, valibots) => {
  it.each(inputs.map((input) => [input]))('treats %j as valibot does', (input) => {
    expect(outcomeOf(ours, input)).toEqual(outcomeOf(valibots, input))
  })

  it('refuses a list with one issue, wherever the schema is used', () => {
    const places: [v.GenericSchema, unknown, string | undefined][] = [
      [ours, [], undefined],
      [v.optional(ours), [], undefined],
      [
        v.pipe(
          ours,
          v.check(() => true),
        ),
        [],
        undefined,
      ],
      [v.object({ at: ours }), { at: [] }, 'at'],
      [v.array(ours), [[]], '0'],
    ]
    for (const [schema, input, path] of places) {
      const { success, issues = [] } = v.safeParse(schema, input)
      expect(success).toBe(false)
      expect(issues.map((issue) => [v.getDotPath(issue) ?? undefined, issue.message])).toEqual([
        [path, 'must be an object (got [])'],
      ])
    }
  })
})

it('valibot accepts a list as an object (the workaround is still needed)', () => {
  expect(v.is(v.strictObject({}), [])).toBe(true)
})

describe('a list', () => {
  const point = v.object({ x: digit })
  it.each([[[]], [[{ x: 1 }]], [[{ x: 1 }, { x: 10 }, 5, {}]], [{}], ['text'], [null]])(
    'is treated as valibot does while little is wrong: %j',
    (input) => {
      expect(outcomeOf(items(point), input)).toEqual(outcomeOf(v.array(point), input))
    },
  )

  it.each([
    [20, 20],
    [1_000, 50],
    [100_000, 1],
  ])('of %d wrong values reports %d', (length, reported) => {
    const wrong = Array.from({ length }, (_, index) => `value ${index}`)
    const checked = check(items(digit), wrong)
    expect(checked.ok ? [] : checked.issues).toHaveLength(reported)
  })
})
