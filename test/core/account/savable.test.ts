import { describe, expect, it } from 'vitest'
import { check } from '../../../src/contract/values/validation-issue.ts'
import type { AccountState } from '../../../src/contract/state/state.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { becomes, sandboxState, stateOf } from '../../support/core/states.ts'

// All input that the sandbox accepts can be shown, saved and loaded; anything else is refused in advance.

const far = ['1d', '36500d', '2567000d', '9000000d', '99999999999999999999w', 1e9, 1e12, 1e300]

/** Every action and scenario field that takes a time, with the given time. */
const uses = (time: string | number): [action: string, input: object][] => [
  ['advance_clock', { by: time }],
  ['arm_fault', { kind: 'outage', for: time }],
  ['create_alias', { expires_at: `+${time}` }],
  ...[
    { faults: [{ kind: 'outage', for: time }] },
    { timeline: [{ at: `+${time}`, do: 'update_card' }] },
    { aliases: [{ expires_at: `+${time}` }] },
    { aliases: [{ created_at: `-${time}` }] },
    { account: { billing: 'trialing', trial_ends_at: `+${time}` } },
    { account: { billing: 'trialing', trial_ends_at: `-${time}` } },
    { account: { renews_at: `-${time}` } },
  ].map((scenario): [string, object] => ['load_scenario', { scenario }]),
]

describe('a time far away', () => {
  it.each(far.flatMap(uses))('%s %j', (action, input) => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    const before = JSON.stringify(stateOf(sandbox, MACHINE_MS))
    try {
      sandbox.perform(account, action, input, MACHINE_MS)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      expect(JSON.stringify(stateOf(sandbox, MACHINE_MS))).toBe(before)
    }
    toAccountView(account)
    const state = stateOf(sandbox, MACHINE_MS)
    expect(check(sandboxState, state)).toMatchObject({ ok: true })
    becomes(sandbox, state)
    toAccountView(sandbox.account('default'))
  })
})

describe('a state that could not be shown or drawn from is refused', () => {
  const alias = stateOf(coreSandbox({ aliases: [{ id: 'a' }] }), MACHINE_MS).accounts[0]!
    .aliases[0]!

  it.each<[field: string, change: (account: AccountState) => object]>([
    ['ids.alphabet', () => ({ ids: { alphabet: '', length: 3 } })],
    ['ids.alphabet', () => ({ ids: { alphabet: '@', length: 3 } })],
    [
      'usage.daily.day',
      ({ usage }) => ({ usage: { ...usage, daily: { day: 1e12, used: 1, refused: 0 } } }),
    ],
    [
      'usage.forwards.month',
      ({ usage }) => ({ usage: { ...usage, forwards: { month: 1e9, used: 1 } } }),
    ],
    ['aliases[0].expires_at', () => ({ aliases: [{ ...alias, expires_at: 1e14 }] })],
    ['aliases[0].created_at', () => ({ aliases: [{ ...alias, created_at: -1 }] })],
  ])('%s', (field, change) => {
    const state = stateOf(coreSandbox({}), MACHINE_MS)
    const accounts = state.accounts.map((account) => ({ ...account, ...change(account) }))
    const checked = check(sandboxState, { ...state, accounts })
    expect(checked.ok ? '' : checked.issues[0].path.join('.')).toBe(
      `accounts.0.${field.replace('[0]', '.0')}`,
    )
  })
})

it('an account takes as many armed faults and keys as can be loaded again, and no more', () => {
  const sandbox = coreSandbox({ faults: [{ kind: 'outage', times: 'always' }] })
  const state = stateOf(sandbox, MACHINE_MS)
  const [account] = state.accounts
  const faults = Array.from({ length: 1_000 }, () => account!.faults[0]!)
  const retired = Array.from({ length: 1_000 }, (_, index) => `sandbox_old${index}`)
  const full = { ...account!, faults, key: { ...account!.key, retired } }
  becomes(sandbox, { ...state, accounts: [full] })
  const act = (action: string, input: object) =>
    sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
  expect(() => act('arm_fault', { kind: 'burst' })).toThrow(
    'the account has 1,000 armed faults, which is the maximum; clear some first',
  )
  expect(() => act('rotate_key', {})).toThrow('the account has had 1000 keys, which is the maximum')
  expect(check(sandboxState, stateOf(sandbox, MACHINE_MS)).ok).toBe(true)
})

it('a state with more armed faults than an account can have is refused', () => {
  const sandbox = coreSandbox({ faults: [{ kind: 'outage', times: 'always' }] })
  const state = stateOf(sandbox, MACHINE_MS)
  const [account] = state.accounts
  const withFaults = (count: number, over: boolean) => {
    const faults = Array.from({ length: count }, () => ({ ...account!.faults[0]!, over }))
    return { ...state, accounts: [{ ...account!, faults }] }
  }
  becomes(sandbox, withFaults(1_000, false))
  becomes(sandbox, withFaults(1_010, true))
  expect(() => becomes(sandbox, withFaults(1_001, false))).toThrow(
    'account default has more than 1,000 armed faults',
  )
  expect(check(sandboxState, withFaults(1_011, true))).toMatchObject({
    ok: false,
    issues: [{ path: ['accounts', 0, 'faults'], message: 'must have at most 1010 items' }],
  })
})
