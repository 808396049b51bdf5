import type { Scenario } from '../../../src/contract/scenario.ts'
import { Sandbox } from '../../../src/core/sandbox.ts'
import type { Shelf } from '../../../src/core/sandbox-options.ts'
import { loadProse } from '../../../src/scenario/prose.ts'
import { ScenarioShelf, shippedScenarios } from '../../../src/scenario/shelf.ts'

/** Where the machine's clock stands for a sandbox in process. */
export const MACHINE_MS = Date.UTC(2026, 2, 1, 12)

const shippedShelf: Shelf = new ScenarioShelf(shippedScenarios())

/** A sandbox without HTTP whose account `default` starts in a scenario. */
export function coreSandbox(
  scenario: Scenario,
  {
    name = 'test',
    seed = 1,
    maxAccounts = 100,
    overrides = {},
    shelf = shippedShelf,
  }: {
    name?: string
    seed?: number
    maxAccounts?: number
    overrides?: Scenario
    shelf?: Shelf
  } = {},
): Sandbox {
  return new Sandbox(
    {
      shelf,
      prose: loadProse,
      seed,
      start: { name, scenario },
      overrides,
      apiKey: 'sandbox_default',
      maxAccounts,
      maxRequests: 1_000,
      onCrash: (error) => {
        throw error
      },
    },
    MACHINE_MS,
  )
}
