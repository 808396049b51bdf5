import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Sandbox } from '../../../src/core/sandbox.ts'
import { sampleTexts } from '../../../src/node/files/sample-texts.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../src/scenario/catalog.ts'
import { callCore } from '../../support/core/core-call.ts'
import { MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { histories, livedSandbox } from '../../support/core/random-lives.ts'
import { runs } from '../../support/runs.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

const LABEL = 'x'.repeat(10_000)

/** A sandbox whose accounts together may hold the given number of bytes. */
function bounded(accountBytes: number): Sandbox {
  const start = { name: 'test', scenario: { limits: { burst: 'off', daily: 'off' } } as const }
  return new Sandbox(
    {
      catalog: new ScenarioCatalog(shippedScenarios()),
      sampleTexts,
      settings: { seed: 1, apiKey: 'sandbox_default', maxAccounts: 100, maxRequests: 100 },
      start,
      overrides: {},
      limits: { accountBytes, historyBytes: 1_000_000 },
      onCrash: (error) => {
        throw error
      },
    },
    MACHINE_MS,
  )
}

/** The bytes of all accounts together. */
const heldBy = (sandbox: Sandbox) => sandbox.held.without('')

const create = (sandbox: Sandbox) => callCore(sandbox, { body: JSON.stringify({ label: LABEL }) })
const lastingOf = (sandbox: Sandbox) => {
  const { accounts } = stateOf(sandbox, MACHINE_MS)
  return JSON.stringify(accounts.map(({ usage: _usage, ...rest }) => rest))
}
function fill(sandbox: Sandbox): void {
  while (create(sandbox).outcome === 'created');
  while (callCore(sandbox).outcome === 'created');
}

it('a creation gets 507 from the sandbox when all accounts together are full', () => {
  const sandbox = bounded(200_000)
  fill(sandbox)
  const before = lastingOf(sandbox)
  const { response, outcome, basis, source } = create(sandbox)
  expect({ status: response.status, outcome, basis, source }).toEqual({
    status: 507,
    outcome: 'server_error',
    basis: 'injected',
    source: 'the sandbox itself',
  })
  expect(response.body).toContain('this sandbox (not the service that it imitates)')
  expect(lastingOf(sandbox)).toBe(before)
  expect(heldBy(sandbox)).toBeLessThanOrEqual(200_000)
})

it.each<[what: string, action: string, input: object]>([
  ['an alias', 'create_alias', { label: LABEL }],
  ['many aliases', 'populate_aliases', { count: 1_000 }],
  ['a scenario', 'load_scenario', { scenario: { populate: 1_000 } }],
])(
  '%s beyond what all accounts may hold is refused, and nothing changes',
  (_what, action, input) => {
    const sandbox = bounded(200_000)
    fill(sandbox)
    const before = lastingOf(sandbox)
    const act = () => sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
    expect(act).toThrow('this sandbox (not the service that it imitates) holds')
    expect(lastingOf(sandbox)).toBe(before)
  },
)

it('a key creates no account when all accounts together are full, and the journal says why', () => {
  const sandbox = bounded(200_000)
  fill(sandbox)
  const { response, why } = callCore(sandbox, { key: 'sandbox_many_pages-1' })
  expect(response.status).toBe(401)
  expect(why).toContain('this sandbox (not the service that it imitates) holds')
  expect(() => sandbox.createAccount({}, MACHINE_MS)).toThrow('delete accounts or reset some')
  expect(sandbox.accounts()).toHaveLength(1)
})

it('counts what all accounts hold, whatever happened to them', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const sandbox = bounded(30_000)
      livedSandbox(
        history,
        {},
        (_accounts, next) => () => {
          const held = sandbox.accounts().reduce((sum, { bytes }) => sum + bytes, 0)
          expect(heldBy(sandbox), JSON.stringify(next)).toBe(held)
        },
        sandbox,
      )
    }),
    { numRuns: runs(200) },
  )
})

it('a state that is too large is refused and changes nothing, but is accepted from a file', () => {
  const large = bounded(1_000_000)
  large.perform(large.account('default'), 'populate_aliases', { count: 1_000 }, MACHINE_MS)
  const state = stateOf(large, MACHINE_MS)
  const sandbox = bounded(200_000)
  callCore(sandbox)
  const before = lastingOf(sandbox)
  expect(() => becomes(sandbox, state)).toThrow('holds all that it may')
  expect(lastingOf(sandbox)).toBe(before)
  expect(sandbox.account('default').requests.next).toBe(2)
  becomes(sandbox, state, { isOwn: true })
  expect(sandbox.account('default').aliases.size).toBe(1_000)
  expect(create(sandbox).response.status).toBe(507)
})

it('a creation gets 507 once an account has had 100,000 aliases, removed ones included', () => {
  const sandbox = bounded(Infinity)
  const account = sandbox.account('default')
  sandbox.perform(account, 'populate_aliases', { count: 99_999 }, MACHINE_MS)
  const created = create(sandbox)
  expect(created.outcome).toBe('created')
  const { id } = account.aliases.all().at(-1)!
  sandbox.perform(account, 'delete_alias', { id }, MACHINE_MS)
  const { response } = create(sandbox)
  expect(response.status).toBe(507)
  expect(response.body).toContain('has had 100,000 aliases, which is the maximum; reset it')
  for (const [action, input] of [
    ['create_alias', {}],
    ['populate_aliases', { count: 1 }],
  ] as const)
    expect(() => sandbox.perform(account, action, input, MACHINE_MS)).toThrow(/100,?000 aliases/)
  const state = stateOf(sandbox, MACHINE_MS)
  state.accounts[0]!.removed.push('one', 'more')
  expect(() => becomes(sandbox, state)).toThrow(
    'has more than 100,000 aliases, removed ones included',
  )
})
