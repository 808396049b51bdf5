import { expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { becomes, stateOf } from '../support/core/states.ts'

const ownChoice = { choices: { domain: 'scenario.example' } } satisfies Scenario

/** A state saved by a sandbox with the default choices. */
const savedState = () => stateOf(coreSandbox(ownChoice), MACHINE_MS)

const waysToMakeAnAccount: [way: string, make: (sandbox: Sandbox) => string][] = [
  ['that a key makes', () => 'sandbox_plus-one'],
  [
    'created with a choice of its own',
    (sandbox) => {
      const request = { name: 'mine', apiKey: 'sandbox_mine', overrides: ownChoice }
      return sandbox.createAccount(request, MACHINE_MS).state.key.current
    },
  ],
  ['that a named scenario is loaded into', (sandbox) => perform(sandbox, 'load_scenario', 'plus')],
  [
    'that a scenario with a choice of its own is loaded into',
    (sandbox) => perform(sandbox, 'load_scenario', ownChoice),
  ],
  [
    'that is reset',
    (sandbox) => {
      perform(sandbox, 'load_scenario', ownChoice)
      sandbox.perform(sandbox.account('default'), 'reset', {}, MACHINE_MS)
      return 'sandbox_default'
    },
  ],
  [
    'of a saved state',
    (sandbox) => {
      becomes(sandbox, savedState())
      return 'sandbox_default'
    },
  ],
  [
    'of a saved state, reset afterwards',
    (sandbox) => {
      becomes(sandbox, savedState())
      sandbox.reset(MACHINE_MS)
      return 'sandbox_default'
    },
  ],
]

function perform(sandbox: Sandbox, action: string, scenario: string | Scenario): string {
  sandbox.perform(sandbox.account('default'), action, { scenario }, MACHINE_MS)
  return 'sandbox_default'
}

it.each(waysToMakeAnAccount)(
  'a choice that the sandbox starts with holds for an account %s',
  (_way, make) => {
    const overrides = { choices: { domain: 'chosen.example' } }
    const sandbox = coreSandbox({}, { overrides })
    const entry = callCore(sandbox, { key: make(sandbox) })
    const { alias } = JSON.parse(entry.response.body) as { alias: { address: string } }
    expect(alias.address).toMatch(/@chosen\.example$/)
    expect(sandbox.accountOf(entry).state.choices).toEqual(overrides.choices)
  },
)

it('a scenario sets the choices that the sandbox does not set', () => {
  const sandbox = coreSandbox({}, { overrides: { choices: { list_order: 'newest_first' } } })
  perform(sandbox, 'load_scenario', ownChoice)
  expect(sandbox.account('default').state.choices).toEqual({
    domain: 'scenario.example',
    list_order: 'newest_first',
  })
})
