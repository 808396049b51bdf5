import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { defaults } from '../../../src/contract/defaults.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { settingsSchema, type Settings } from '../../../src/contract/settings.ts'
import { defaultTimeouts } from '../../../src/node/http/server/server.ts'
import { chooseScenario, loadCatalog } from '../../../src/node/files/scenario-catalog.ts'
import { start, type RunningSandbox, type StartOptions } from '../../../src/node/start.ts'

export type FreshOptions = Partial<Omit<StartOptions, 'start'>> & {
  /** Names or paths. Default: `plus`. */
  scenario?: string
  /** Overrides for the scenario of account `default`. */
  with?: Scenario
}

/** Settings for a sandbox on a free port with the key `sandbox_default`. */
export const testSettings: Settings = {
  ...v.parse(settingsSchema, {}),
  apiKey: defaults.apiKey,
}

/** A busy machine keeps a client waiting: the server must not close its connection just when it sends the next call. */
const timeouts = { ...defaultTimeouts, keepAliveMs: 600_000 }

/** Starts a sandbox on a free port and closes it when the test ends. Its key is `sandbox_default`. */
export async function freshSandbox(options: FreshOptions = {}): Promise<RunningSandbox> {
  const crashes: unknown[] = []
  const running = await startSandbox({ onCrash: (error) => crashes.push(error), ...options })
  onTestFinished(async () => {
    await running.close()
    if (crashes.length > 0) throw crashes[0]
  })
  return running
}

/** Starts a sandbox for several tests; the caller must close it. */
export async function startSandbox(options: FreshOptions = {}): Promise<RunningSandbox> {
  const { scenario = 'plus', with: over = {}, ...more } = options
  const catalog = await loadCatalog()
  const chosen = await chooseScenario(catalog, [scenario])
  return start({
    catalog,
    start: { name: chosen.name, scenario: { ...chosen.scenario, ...over } },
    overrides: {},
    ...testSettings,
    timeouts,
    onCrash: (error) => {
      throw error
    },
    ...more,
  })
}
