import { onTestFinished } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario.ts'
import { chooseScenario, loadCatalog } from '../../../src/scenario/catalog.ts'
import { start, type RunningSandbox, type StartOptions } from '../../../src/start.ts'

export type FreshOptions = Partial<Omit<StartOptions, 'start'>> & {
  /** Names or paths; `plus` when left out. */
  scenario?: string
  /** Laid over the scenario of account `default`. */
  with?: Scenario
}

/** A sandbox on a free port, closed when the test ends. Its key is `sandbox_default`. */
export async function freshSandbox(options: FreshOptions = {}): Promise<RunningSandbox> {
  const crashes: unknown[] = []
  const running = await startSandbox({ onCrash: (error) => crashes.push(error), ...options })
  onTestFinished(async () => {
    await running.close()
    if (crashes.length > 0) throw crashes[0]
  })
  return running
}

/** The same for more than one test; who starts it closes it. */
export async function startSandbox(options: FreshOptions = {}): Promise<RunningSandbox> {
  const { scenario = 'plus', with: over = {}, ...more } = options
  const catalog = await loadCatalog()
  const chosen = await chooseScenario(catalog, [scenario])
  return start({
    catalog,
    start: { name: chosen.name, scenario: { ...chosen.scenario, ...over } },
    overrides: {},
    seed: 1,
    apiKey: 'sandbox_default',
    host: undefined,
    port: 0,
    allowedHosts: [],
    controlToken: undefined,
    exposeHeaders: false,
    corsOrigin: undefined,
    maxAccounts: 10_000,
    maxRequests: 1_000,
    onCrash: (error) => {
      throw error
    },
    ...more,
  })
}
