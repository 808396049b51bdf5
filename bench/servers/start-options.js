// Options to start a sandbox as `start` does by default, but on a free port.
import { loadCatalog } from '../../build/node/files/scenario-catalog.js'
import { ScenarioCatalog } from '../../build/scenario/catalog.js'

const unlimited = { account: { plan: 'pro' }, limits: { burst: 'off', daily: 'off' } }

/**
 * Returns options for a scenario. `unlimited` has no limits, because 60 calls per minute would be the only
 * result.
 */
export async function startOptions(name, aliasesOfKey = 0) {
  const shipped = await loadCatalog()
  const catalog = new ScenarioCatalog([
    ...shipped.names().map((each) => ({ name: each, scenario: shipped.find(each) })),
    { name: 'unlimited', scenario: { ...unlimited, populate: aliasesOfKey } },
  ])
  return {
    catalog,
    start: { name, scenario: name === 'unlimited' ? unlimited : shipped.find(name) },
    overrides: {},
    seed: 1,
    apiKey: 'sandbox_default',
    host: undefined,
    port: 0,
    ui: true,
    allowedHosts: [],
    controlToken: undefined,
    exposeHeaders: false,
    corsOrigin: undefined,
    maxAccounts: 20_000,
    maxRequests: 1_000,
    onCrash: (error) => {
      throw error
    },
  }
}
