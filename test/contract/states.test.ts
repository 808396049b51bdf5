import { describe, expect, it } from 'vitest'
import { timedActions } from '../../src/contract/actions.ts'
import { check } from '../../src/contract/values/validation-issue.ts'
import { accountState, type AccountState } from '../../src/contract/state/state.ts'
import { NAME_FORMAT } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { sandboxState, stateOf } from '../support/core/states.ts'

// An account is saved and loaded as one value; for an edited file the error says where it is wrong.

/** The state of a sandbox that has something of everything. */
const livedIn = stateOf(
  coreSandbox({
    account: { renews_at: '+3d' },
    usage: { burst: 5, daily: 2 },
    aliases: [{ id: 'a', status: 'suspended', suspended_reason: 'abuse', expires_at: '+1d' }],
    faults: [
      { kind: 'delay', ms: 5, for: '1h' },
      { kind: 'outage', times: 'always' },
    ],
    timeline: [{ at: '+1h', do: 'fail_payment', when: 'now' }],
    choices: { burst_window: 'sliding', page_size: 5 },
    limits: { burst: 'off' },
    ids: { alphabet: 'ab', length: 9 },
  }),
  MACHINE_MS,
)

/** The state with a change to its first account. */
function withAccount(changes: object): unknown {
  return { ...livedIn, accounts: [{ ...livedIn.accounts[0], ...changes }] }
}

it('accepts the state of a sandbox that was saved', () => {
  expect(check(sandboxState, livedIn)).toEqual({ ok: true, value: livedIn })
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
const noKey = (text: string) => `must be a key of this sandbox (got ${JSON.stringify(text)})`

describe('an invalid account in a state is refused with its path', () => {
  it.each<[changes: object, ...sentences: string[]]>([
    [{ name: 'a b' }, `name must be ${NAME_FORMAT} (got "a b")`],
    [{ name: '' }, `name must be ${NAME_FORMAT} (got "")`],
    [{ plan: 'gold' }, 'plan must be one of free, plus, pro (got "gold")'],
    [{ billing_day: 32 }, 'billing_day must be an integer from 1 to 31 (got 32)'],
    [{ key: { ...key, current: 'sandbox_' } }, `key.current ${noKey('sandbox_')}`],
    [{ key: { ...key, first: 'sandbox_a b' } }, `key.first ${noKey('sandbox_a b')}`],
    [{ key: { ...key, first: 'xsandbox_a' } }, `key.first ${noKey('xsandbox_a')}`],
    [{ key: { ...key, retired: ['a'] } }, `key.retired[0] ${noKey('a')}`],
    [
      { key: { ...key, made: -1 } },
      `key.made must be an integer from 0 to ${2 ** 53 - 1} (got -1)`,
    ],
    [
      { clock: { ...clock, scale: 0 } },
      'clock.scale must be a number from 0.001 to 1000000 (got 0)',
    ],
    [{ clock: { ...clock, mode: 'off' } }, 'clock.mode must be one of running, frozen (got "off")'],
    [
      { usage: { ...usage, referral_bonus: 101 } },
      'usage.referral_bonus must be an integer from 0 to 100 (got 101)',
    ],
    [{ choices: { page_size: 0 } }, 'choices must contain only known choices and values'],
    [{ choices: { colour: 'red' } }, 'choices must contain only known choices and values'],
    [
      { timeline: [{ at_ms: 0, do: 'reset', arguments: {} }] },
      `timeline[0].do must be one of ${timedActions.join(', ')} (got "reset")`,
    ],
    [{ draws: [1, 2, 3] }, 'draws must have 4 items'],
    [{ draws: [1, 2, 3, 4, 5] }, 'draws must have at most 4 items'],
    [{ draws: [0, 0, 0, 0] }, 'draws must contain a number other than 0'],
    [
      { draws: [1, 2, 3, 2 ** 31] },
      'draws[3] must be an integer from -2147483648 to 2147483647 (got 2147483648)',
    ],
    [
      { colour: 1 },
      `unknown field "colour" (allowed: ${Object.keys(accountState.pipe[1].entries).join(', ')})`,
    ],
  ])('%j', (changes, ...sentences) => {
    expect(refusalsOf(check(sandboxState, withAccount(changes)))).toEqual(
      sentences.map((sentence) =>
        sentence.startsWith('unknown') ? `accounts[0]: ${sentence}` : `accounts[0].${sentence}`,
      ),
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
    expect(place).toMatch(
      new RegExp(`^accounts\\[0\\]\\.aliases\\[0\\](\\.${field} |: unknown field "${field}" )`),
    )
  })
})
