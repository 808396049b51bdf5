import { expect, it } from 'vitest'
import { Sandbox } from '../../src/core/sandbox.ts'
import { loadProse } from '../../src/scenario/prose.ts'
import { ScenarioShelf, shippedScenarios } from '../../src/scenario/shelf.ts'
import { callCore } from '../support/core-call.ts'
import { MACHINE_MS } from '../support/core-sandbox.ts'

const LABEL = 'x'.repeat(10_000)

/** A sandbox whose accounts may hold so many bytes. */
function bounded(maxContentBytes: number): Sandbox {
  const start = { name: 'test', scenario: { limits: { burst: 'off', daily: 'off' } } as const }
  return new Sandbox(
    {
      shelf: new ScenarioShelf(shippedScenarios()),
      prose: loadProse,
      seed: 1,
      start,
      overrides: {},
      apiKey: 'sandbox_default',
      maxAccounts: 100,
      maxRequests: 100,
      maxContentBytes,
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

it('a creation beyond what all accounts may hold is answered 507 by the sandbox', () => {
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

it.each<[what: string, action: string, given: object]>([
  ['an alias', 'create_alias', { label: LABEL }],
  ['many aliases', 'populate_aliases', { count: 1_000 }],
  ['a scenario', 'load_scenario', { scenario: { populate: 1_000 } }],
])('%s beyond it is refused, and nothing changes', (_what, action, given) => {
  const sandbox = bounded(100_000)
  fill(sandbox)
  const before = stateOf(sandbox)
  const act = () => sandbox.perform(sandbox.account('default'), action, given, MACHINE_MS)
  expect(act).toThrow('this sandbox (not the service that it imitates) holds')
  expect(stateOf(sandbox)).toBe(before)
})

it('a key makes no account beyond it, and the journal says why', () => {
  const sandbox = bounded(100_000)
  fill(sandbox)
  const { response, why } = callCore(sandbox, { key: 'sandbox_many_pages-1' })
  expect(response.status).toBe(401)
  expect(why).toContain('this sandbox (not the service that it imitates) holds')
  expect(() => sandbox.createAccount({}, MACHINE_MS)).toThrow('delete accounts or reset some')
  expect(sandbox.accounts()).toHaveLength(1)
})

it('what is removed, deleted or reset makes room again, to the byte', () => {
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
