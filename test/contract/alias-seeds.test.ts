import { describe, expect, it } from 'vitest'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (...aliases: unknown[]) => refusalsOf(checkScenario({ aliases }))

describe('the id of an alias, the local part of its address', () => {
  it.each(['a', '7', 'a1', 'a-b_c.d', 'x0y', 'x'.repeat(64), `a${'.'.repeat(62)}z`, 'two--dashes'])(
    'can be %s',
    (id) => {
      expect(refusals({ id })).toEqual([])
    },
  )

  it.each(['', '-a', '.a', '_a', 'a-', 'a.', 'a_', 'x'.repeat(65), 'A', 'a b', 'a@b', 'ä', 5])(
    'cannot be %j',
    (id) => {
      expect(refusals({ id })).toEqual([
        expect.stringMatching(
          /^aliases\[0\]\.id must be an id of 1 to 64 characters from a-z, 0-9, dot, dash and underscore \(got .*\)$/,
        ),
      ])
    },
  )
})

describe('a scenario can have aliases that', () => {
  it.each<[string, ...unknown[]]>([
    ['without ids', {}, {}],
    ['with ids of their own', { id: 'a' }, { id: 'b' }, {}],
    ['suspended, with a reason', { status: 'suspended', suspended_reason: 'abuse' }],
    ['suspended, without one', { status: 'suspended' }],
    ['made in the past, to end in the future', { created_at: '-1d', expires_at: '+1d' }],
    ['at instants, which only the clock can judge', { created_at: 0, expires_at: '2020-01-01' }],
    ['never ending', { expires_at: null }],
    ['with replies of any plain value', { replies_enabled: true }, { replies_enabled: 'on' }],
    ['with replies counted', { replies_enabled: 3 }],
  ])('%s', (_what, ...aliases) => {
    expect(refusals(...aliases)).toEqual([])
  })

  it.each<[aliases: unknown[], ...sentences: string[]]>([
    [
      [{ id: 'a' }, { id: 'b' }, { id: 'b' }, { id: 'b' }],
      'aliases[2].id must be unique (aliases[1] has "b" too)',
      'aliases[3].id must be unique (aliases[1] has "b" too)',
    ],
    [
      [{ status: 'active', suspended_reason: 'abuse' }, { suspended_reason: '' }],
      'aliases[0].suspended_reason requires status "suspended"',
      'aliases[1].suspended_reason requires status "suspended"',
    ],
    [
      [{ created_at: '+1s', expires_at: '-1s' }],
      'aliases[0].created_at must be in the past (got "+1s")',
      'aliases[0].expires_at must be in the future (got "-1s")',
    ],
    // contradictions are reported once each field is valid by itself
    [[{ created_at: '+1s' }, { label: 5 }], 'aliases[1].label must be a string (got 5)'],
  ])('an alias in a scenario cannot be %j', (aliases, ...sentences) => {
    expect(refusals(...aliases)).toEqual(sentences)
  })
})
