import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { timelineActions } from '../../src/contract/actions.ts'
import { migrate, steps } from '../../src/contract/migrations.ts'
import { check } from '../../src/contract/validation-issue.ts'
import {
  accountState,
  sandboxState,
  type AccountState,
  type SandboxState,
} from '../../src/contract/state.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// A sandbox is saved and loaded as one value; a file that somebody has edited says where it is wrong.

/** As `state save` wrote it in the first version of the format, which stays readable. */
const first = JSON.parse(
  readFileSync(new URL('saved-state.json', import.meta.url), 'utf8'),
) as object
const livedIn = migrate(first, steps).value as SandboxState

/** The state with the first account changed. */
function withAccount(changes: object): unknown {
  return { ...livedIn, accounts: [{ ...livedIn.accounts[0], ...changes }] }
}

it('takes the state of a sandbox that the first version saved', () => {
  expect(migrate(first, steps).from).toBe(1)
  expect(check(sandboxState, livedIn)).toEqual({ ok: true, value: livedIn })
})

it('does not take an arbitrary object for a state of an earlier version', () => {
  const nothing = { format: 'alias-sandbox-state', version: 1, seed: 1 }
  for (const accounts of [undefined, 5, [5], [null], [{}], [{ key: null }]]) {
    const { value } = migrate({ ...nothing, accounts }, steps)
    expect(check(sandboxState, value).ok).toBe(false)
  }
})

it.each<[what: string, changes: Partial<AccountState>]>([
  ['no window, no override, no ids', { limits: { burst: null, daily: 5 }, ids: null }],
  ['dates that are unset', { trial_ends_at_ms: null, renews_at_ms: null, billing_day: null }],
  ['a generator at its edges', { draws: [-(2 ** 31), 2 ** 31 - 1, 0, 0] }],
  ['a generator with one number', { draws: [0, 0, 0, 1] }],
  [
    'the shortest and longest key',
    {
      key: {
        ...livedIn.accounts[0]!.key,
        first: 'sandbox_a',
        current: `sandbox_${'-'.repeat(200)}`,
      },
    },
  ],
  [
    'a clock at the ends of time',
    {
      clock: { mode: 'frozen', scale: 0.001, account_ms: 0, machine_ms: -1 },
    },
  ],
])('accepts a state with %s', (_what, changes) => {
  expect(refusalsOf(check(sandboxState, withAccount(changes)))).toEqual([])
})

const account = livedIn.accounts[0]!
const { key, usage, clock, aliases } = account
const noKey = (text: string) => `${JSON.stringify(text)} is not a key of this sandbox`

describe('an invalid account in a state is refused with its path', () => {
  it.each<[changes: object, ...sentences: string[]]>([
    [{ name: 'a b' }, 'name: "a b" is not a name'],
    [{ name: '' }, 'name: "" is not a name'],
    [{ plan: 'gold' }, 'plan: "gold" is not one of free, plus, pro'],
    [{ billing_day: 32 }, 'billing_day: 32 is not a whole number from 1 to 31'],
    [{ key: { ...key, current: 'sandbox_' } }, `key.current: ${noKey('sandbox_')}`],
    [{ key: { ...key, first: 'sandbox_a b' } }, `key.first: ${noKey('sandbox_a b')}`],
    [{ key: { ...key, first: 'xsandbox_a' } }, `key.first: ${noKey('xsandbox_a')}`],
    [{ key: { ...key, retired: ['a'] } }, `key.retired[0]: ${noKey('a')}`],
    [{ key: { ...key, made: -1 } }, `key.made: -1 is not a whole number from 0 to ${2 ** 53 - 1}`],
    [{ clock: { ...clock, scale: 0 } }, 'clock.scale: 0 is not a number from 0.001 to 1000000'],
    [{ clock: { ...clock, mode: 'off' } }, 'clock.mode: "off" is not one of running, frozen'],
    [
      { usage: { ...usage, referral_bonus: 101 } },
      'usage.referral_bonus: 101 is not a whole number from 0 to 100',
    ],
    [{ choices: { page_size: 0 } }, 'choices: holds a choice or value that is not known'],
    [{ choices: { colour: 'red' } }, 'choices: holds a choice or value that is not known'],
    [
      { timeline: [{ at_ms: 0, do: 'reset', arguments: {} }] },
      `timeline[0].do: "reset" is not one of ${timelineActions.join(', ')}`,
    ],
    [{ draws: [1, 2, 3] }, 'draws: is not the state of a generator: 4 numbers'],
    [{ draws: [1, 2, 3, 4, 5] }, 'draws: has more than 4 items'],
    [{ draws: [0, 0, 0, 0] }, 'draws: is all zero: it would never move'],
    [
      { draws: [1, 2, 3, 2 ** 31] },
      'draws[3]: 2147483648 is not a whole number from -2147483648 to 2147483647',
    ],
    [
      { colour: 1 },
      `colour: is not known (allowed: ${Object.keys(accountState.entries).join(', ')})`,
    ],
  ])('%j', (changes, ...sentences) => {
    expect(refusalsOf(check(sandboxState, withAccount(changes)))).toEqual(
      sentences.map((sentence) => `accounts[0].${sentence}`),
    )
  })

  it.each([
    ['id', ''],
    ['id', 'A'],
    ['id', 'a@b'],
    ['id', 'x'.repeat(65)],
    ['status', 'gone'],
    ['created_at', 1.5],
    ['forward_count', -1],
    ['single_use', 'no'],
    ['expires_at', '2030'],
    ['suspended_reason', 5],
    ['colour', 'red'],
  ])('an alias with the %s %j', (field, value) => {
    const [place] = refusalsOf(
      check(sandboxState, withAccount({ aliases: [{ ...aliases[0], [field]: value }] })),
    )
    expect(place).toMatch(new RegExp(`^accounts\\[0\\]\\.aliases\\[0\\]\\.${field}: `))
  })
})

describe('a value that is no state of a sandbox is refused', () => {
  it.each<[input: unknown, ...sentences: string[]]>([
    [{ ...livedIn, format: 'other' }, 'format: is not the state of an alias-sandbox'],
    [{ ...livedIn, version: 3 }, 'version: is not a version that this alias-sandbox reads (2)'],
    [
      {},
      ...['format', 'version', 'seed', 'accounts_named', 'accounts_deleted', 'accounts'].map(
        (field) => `${field}: is missing`,
      ),
    ],
    [[], '[] is not an object'],
  ])('%#: %s', (input, ...sentences) => {
    expect(refusalsOf(check(sandboxState, input))).toEqual(sentences)
  })
})
