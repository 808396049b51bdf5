import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sandbox } from '../../../src/core/sandbox.ts'
import { sampleTexts } from '../../../src/scenario/sample-texts.ts'
import { ScenarioCatalog, shippedScenarios } from '../../../src/scenario/catalog.ts'
import { callCore } from '../../support/core/core-call.ts'
import { MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { Driven, inputsAndResets } from '../../support/core/random-inputs.ts'
import { runs } from '../../support/runs.ts'

const LABEL = 'x'.repeat(10_000)

/** A sandbox whose accounts together may hold the given number of bytes. */
function bounded(contentBytes: number, addedBytes = contentBytes): Sandbox {
  const start = { name: 'test', scenario: { limits: { burst: 'off', daily: 'off' } } as const }
  return new Sandbox(
    {
      catalog: new ScenarioCatalog(shippedScenarios()),
      sampleTexts,
      settings: { seed: 1, apiKey: 'sandbox_default', maxAccounts: 100, maxRequests: 100 },
      start,
      overrides: {},
      memoryLimits: {
        content: { contentBytes, addedBytes },
        histories: { entriesBytes: 1_000_000, formerBytes: 1_000_000 },
      },
      onCrash: (error) => {
        throw error
      },
    },
    MACHINE_MS,
  )
}

const create = (sandbox: Sandbox) => callCore(sandbox, { body: JSON.stringify({ label: LABEL }) })
const stateOf = (sandbox: Sandbox) => {
  const { accounts } = sandbox.toState(MACHINE_MS)
  return JSON.stringify(accounts.map(({ usage: _usage, ...rest }) => rest))
}
function fill(sandbox: Sandbox): void {
  while (create(sandbox).outcome === 'created');
}

it('a creation gets 507 from the sandbox when all accounts together are full', () => {
  const sandbox = bounded(100_000)
  fill(sandbox)
  const before = stateOf(sandbox)
  const { response, outcome, basis, source } = create(sandbox)
  expect({ status: response.status, outcome, basis, source }).toEqual({
    status: 507,
    outcome: 'server_error',
    basis: 'injected',
    source: 'the sandbox itself',
  })
  expect(response.body).toContain('this sandbox (not the service that it imitates)')
  expect(stateOf(sandbox)).toBe(before)
  expect(sandbox.content.bytes).toBeLessThanOrEqual(100_000)
})

it.each<[what: string, action: string, input: object]>([
  ['an alias', 'create_alias', { label: LABEL }],
  ['many aliases', 'populate_aliases', { count: 1_000 }],
  ['a scenario', 'load_scenario', { scenario: { populate: 1_000 } }],
])(
  '%s beyond what all accounts may hold is refused, and nothing changes',
  (_what, action, input) => {
    const sandbox = bounded(100_000)
    fill(sandbox)
    const before = stateOf(sandbox)
    const act = () => sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
    expect(act).toThrow('this sandbox (not the service that it imitates) holds')
    expect(stateOf(sandbox)).toBe(before)
  },
)

it('a key creates no account when all accounts together are full, and the journal says why', () => {
  const sandbox = bounded(100_000)
  fill(sandbox)
  const { response, why } = callCore(sandbox, { key: 'sandbox_many_pages-1' })
  expect(response.status).toBe(401)
  expect(why).toContain('this sandbox (not the service that it imitates) holds')
  expect(() => sandbox.createAccount({}, MACHINE_MS)).toThrow('delete accounts or reset some')
  expect(sandbox.accounts()).toHaveLength(1)
})

it('removing, deleting and resetting free exactly the bytes that were used', () => {
  const sandbox = bounded(100_000)
  const empty = sandbox.content.bytes
  const account = sandbox.account('default')
  sandbox.createAccount({ name: 'other', scenario: 'many_pages' }, MACHINE_MS)
  fill(sandbox)
  sandbox.deleteAccount('other')
  expect(create(sandbox).outcome).toBe('created')
  fill(sandbox)
  sandbox.perform(account, 'reset', {}, MACHINE_MS)
  expect(sandbox.content.bytes).toBe(empty)
  sandbox.createAccount({ name: 'other' }, MACHINE_MS)
  sandbox.reset(MACHINE_MS)
  expect(sandbox.content.bytes).toBe(empty)
  fill(sandbox)
  const state = sandbox.toState(MACHINE_MS)
  const full = sandbox.content.bytes
  sandbox.restore(state)
  expect(sandbox.content.bytes).toBe(full)
})

it('counts what all accounts weigh, whatever happened to them', () => {
  fc.assert(
    fc.property(inputsAndResets, (inputs) => {
      const sandbox = bounded(30_000)
      const driven = new Driven(sandbox)
      for (const input of inputs) {
        driven.give(input)
        const weighed = sandbox.accounts().reduce((sum, { weight }) => sum + weight, 0)
        expect(sandbox.content.bytes, JSON.stringify(input)).toBe(weighed)
      }
    }),
    { numRuns: runs(200) },
  )
})

it('counts an alias whose answer was lost', () => {
  const sandbox = bounded(100_000)
  const account = sandbox.account('default')
  sandbox.perform(account, 'arm_fault', { kind: 'drop_after', times: 'always' }, MACHINE_MS)
  for (let call = 0; call < 20; call += 1) create(sandbox)
  expect(sandbox.content.bytes).toBeGreaterThan(80_000)
  expect(sandbox.content.bytes).toBe(account.weight)
})

it('a state that is too large is refused and changes nothing, but is accepted from a file', () => {
  const large = bounded(1_000_000)
  large.perform(large.account('default'), 'populate_aliases', { count: 1_000 }, MACHINE_MS)
  const state = large.toState(MACHINE_MS)
  const sandbox = bounded(100_000)
  callCore(sandbox)
  const before = stateOf(sandbox)
  expect(() => sandbox.restore(state)).toThrow('holds all that it may')
  expect(stateOf(sandbox)).toBe(before)
  expect(sandbox.account('default').journal.next).toBe(2)
  sandbox.resume(state)
  expect(sandbox.account('default').aliases.size).toBe(1_000)
  expect(create(sandbox).response.status).toBe(507)
})

it.each<[what: string, action: string, input: object]>([
  ['faults', 'arm_fault', { kind: 'outage' }],
  ['keys', 'rotate_key', {}],
])('%s of an account count, and are refused beyond the bound', (_what, action, input) => {
  const sandbox = bounded(100_000)
  const account = sandbox.account('default')
  const act = () => {
    for (let count = 0; count < 1_000; count += 1)
      sandbox.perform(account, action, input, MACHINE_MS)
  }
  expect(act).toThrow('holds all that it may')
  const { bytes } = sandbox.content
  sandbox.resume(sandbox.toState(MACHINE_MS))
  expect(sandbox.content.bytes).toBe(bytes)
})

describe('calls alone do not fill the sandbox', () => {
  it('a creation that exceeds the bound for calls gets 507, and the message names that bound', () => {
    const sandbox = bounded(1_000_000, 102_400)
    fill(sandbox)
    const { response, why } = create(sandbox)
    expect(response.status).toBe(507)
    expect(response.body).toContain('calls of /v1 may add 100 KiB')
    expect(why).toContain('calls of /v1 may add 100 KiB')
    expect(sandbox.content.bytes).toBeLessThan(120_000)
  })

  it('a key creates no account that exceeds the bound for calls', () => {
    const sandbox = bounded(2_000_000, 500_000)
    const tried = Array.from({ length: 20 }, (_, n) =>
      callCore(sandbox, { key: `sandbox_many_pages-${n}`, method: 'GET' }),
    )
    expect(tried[0]!.response.status).toBe(200)
    expect(tried.at(-1)!.response.status).toBe(401)
    expect(tried.at(-1)!.why).toContain('calls of /v1 may add')
  })

  it.each<[what: string, change: (sandbox: Sandbox) => void]>([
    [
      'an action',
      (it) => it.perform(it.account('default'), 'populate_aliases', { count: 1_000 }, MACHINE_MS),
    ],
    ['a new account', (it) => it.createAccount({ scenario: 'many_pages' }, MACHINE_MS)],
    ['a restored state', (it) => it.restore(it.toState(MACHINE_MS))],
    ['a reset', (it) => it.reset(MACHINE_MS)],
  ])(
    'the control API has room when they have not; after %s they have room again',
    (_what, change) => {
      const sandbox = bounded(1_000_000, 102_400)
      fill(sandbox)
      change(sandbox)
      expect(create(sandbox).outcome).toBe('created')
      fill(sandbox)
      expect(create(sandbox).why).toContain('calls of /v1 may add')
    },
  )

  it('a refused change gives calls no room', () => {
    const sandbox = bounded(1_000_000, 102_400)
    fill(sandbox)
    const input = { count: 900_000 }
    const act = () =>
      sandbox.perform(sandbox.account('default'), 'populate_aliases', input, MACHINE_MS)
    expect(act).toThrow('holds all that it may')
    expect(create(sandbox).response.status).toBe(507)
  })
})

describe('the aliases with which an account started', () => {
  const openPopulated = () => {
    const sandbox = bounded(100_000)
    const account = sandbox.createAccount({ name: 'other', scenario: 'many_pages' }, MACHINE_MS)
    const act = (action: string, input: object) =>
      sandbox.perform(account, action, input, MACHINE_MS)
    return { sandbox, account, act, bytes: sandbox.content.bytes }
  }

  it('count while a reset needs them, and a reset counts them once', () => {
    const { sandbox, account, act, bytes } = openPopulated()
    const [first, second] = account.aliases.all()
    act('delete_alias', { id: first!.id })
    act('suspend_alias', { id: second!.id, reason: 'spam' })
    expect(sandbox.content.bytes).toBeGreaterThan(bytes)
    act('load_scenario', { scenario: { populate: 10 } })
    expect(sandbox.content.bytes).toBeGreaterThan(bytes)
    act('reset', {})
    expect(sandbox.content.bytes).toBe(bytes)
    act('reset', {})
    sandbox.deleteAccount('other')
    expect(sandbox.content.bytes).toBe(bounded(100_000).content.bytes)
  })

  it('are given up before anything is refused; a reset draws them again', () => {
    const { sandbox, account, act } = openPopulated()
    const ids = account.aliases.all().map(({ id }) => id)
    act('load_scenario', { scenario: { account: { plan: 'free' } } })
    fill(sandbox)
    expect(account.weight).toBeLessThan(10_000)
    expect(sandbox.content.bytes).toBeGreaterThan(90_000)
    expect(() => act('reset', {})).toThrow('holds all that it may')
    sandbox.perform(sandbox.account('default'), 'reset', {}, MACHINE_MS)
    act('reset', {})
    expect(account.aliases.all().map(({ id }) => id)).toEqual(ids)
  })
})
