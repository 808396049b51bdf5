import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { AccountState } from '../../../src/contract/state/state.ts'
import type { Account } from '../../../src/core/account/account.ts'
import { asDocumented, type Manner } from '../../../src/core/calls/manner.ts'
import { Sandbox } from '../../../src/core/sandbox.ts'
import type { ScenarioLookup } from '../../../src/core/sandbox-options.ts'
import { sampleTexts } from '../../../src/node/files/sample-texts.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../src/scenario/catalog.ts'
import { stateOf } from './states.ts'

/** The machine's time for an in-process sandbox. */
export const MACHINE_MS = Date.UTC(2026, 2, 1, 12)

const shippedCatalog: ScenarioLookup = new ScenarioCatalog(shippedScenarios())

/** A copy of an account's state, as it would be stored. */
export function savedAccount(account: Account): AccountState {
  const { accounts } = stateOf(account.host as Sandbox, MACHINE_MS)
  return accounts.find(({ name }) => name === account.name)!
}

/** A sandbox without HTTP whose account `default` starts in a scenario. */
export function coreSandbox(
  scenario: Scenario,
  {
    name = 'test',
    seed = 1,
    maxAccounts = 100,
    maxRequests = 1_000,
    overrides = {},
    catalog = shippedCatalog,
    machineMs = MACHINE_MS,
    manner = asDocumented,
  }: {
    name?: string
    seed?: number
    maxAccounts?: number
    maxRequests?: number
    overrides?: Scenario
    catalog?: ScenarioLookup
    machineMs?: number
    manner?: Manner
  } = {},
): Sandbox {
  return new Sandbox(
    {
      catalog,
      sampleTexts,
      settings: { seed, apiKey: 'sandbox_default', maxAccounts, maxRequests },
      start: { name, scenario },
      overrides,
      manner,
      onCrash: (error) => {
        throw error
      },
    },
    machineMs,
  )
}
