import type { RequestListener } from 'node:http'
import { defaults } from '../contract/defaults.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { shippedScenarios } from '../node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../scenario/catalog.ts'
import { assemble } from '../node/start.ts'
import { checkOptions, refuseOptions, wrong, type SandboxOptions } from './options.ts'
import { findScenarios } from './scenario.ts'
import { toStartOptions } from './start-options.ts'

/** Options of {@link createSandboxApp}. */
export type SandboxAppOptions = Omit<SandboxOptions, 'port' | 'host' | 'scenariosDir' | 'db'>

/** A request listener for Node's servers and for Express; `apiKey` is the key of its default account. */
export type SandboxApp = RequestListener & { readonly apiKey: string }

/**
 * Creates a sandbox as an app for your own server, for supertest or for an Express app. Scenarios can be
 * names or objects; use `startSandbox` for files. The API key defaults to `sandbox_default`.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const app = createSandboxApp({ scenario: 'past_due' })
 * await request(app).get('/v1/aliases').auth(app.apiKey, { type: 'bearer' }).expect(403)
 */
export function createSandboxApp(options: SandboxAppOptions = {}): SandboxApp {
  const checked = checkOptions(options)
  refuseOptions(options, ['port', 'host', 'scenariosDir', 'db'], 'createSandboxApp')
  const catalog = new ScenarioCatalog(shippedScenarios())
  // No random key: nobody can call the app by accident.
  const withKey = { ...checked, apiKey: checked.apiKey ?? defaults.apiKey }
  const settings = toStartOptions(withKey, catalog, findScenarios(checked.scenario, catalog))
  try {
    return Object.assign(assemble(settings).listenerWith().listener, { apiKey: settings.apiKey })
  } catch (error) {
    if (error instanceof ActionError) throw wrong('scenario', `scenario: ${error.message}`)
    throw error
  }
}
