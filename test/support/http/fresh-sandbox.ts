import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { defaults } from '../../../src/contract/defaults.ts'
import type { Scenario } from '../../../src/contract/scenario.ts'
import { settingsSchema, type Settings } from '../../../src/contract/settings.ts'
import { chooseScenario, loadCatalog } from '../../../src/scenario/catalog.ts'
import { start, type RunningSandbox, type StartOptions } from '../../../src/start.ts'

export type FreshOptions = Partial<Omit<StartOptions, 'start'>> & {
  /** Names or paths; `plus` when left out. */
  scenario?: string
  /** Laid over the scenario of account `default`. */
  with?: Scenario
}

/** What a sandbox is started with, on a free port; its key is `sandbox_default`. */
export const testSettings: Settings = {
  ...v.parse(settingsSchema, {}),
  apiKey: defaults.apiKey,
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
    ...testSettings,
    onCrash: (error) => {
      throw error
    },
    ...more,
  })
}
