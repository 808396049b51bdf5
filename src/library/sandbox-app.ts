import type { RequestListener } from 'node:http'
import { ActionError } from '../contract/action-error.ts'
import { ScenarioCatalog, shippedScenarios } from '../scenario/catalog.ts'
import { assemble } from '../start.ts'
import { checkOptions, wrong, type SandboxOptions } from './options.ts'
import { findScenarios } from './scenario.ts'
import { toSettings } from './settings.ts'

/** Options of a sandbox that listens nowhere by itself. */
export type SandboxAppOptions = Omit<SandboxOptions, 'port' | 'host' | 'scenariosDir' | 'db'>

/** An app that is a sandbox, as Node's servers and Express take it; `apiKey` opens its default account. */
export type SandboxApp = RequestListener & { readonly apiKey: string }

/**
 * The sandbox as an app, for those who bring a server: supertest, or an Express app of your own. It
 * takes scenarios by name and as objects; for files, there is `startSandbox`. Its key is
 * `sandbox_default` unless another is given.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const app = createSandboxApp({ scenario: 'past_due' })
 * await request(app).get('/v1/aliases').auth(app.apiKey, { type: 'bearer' }).expect(403)
 */
export function createSandboxApp(options: SandboxAppOptions = {}): SandboxApp {
  const checked = checkOptions(options)
  for (const option of ['port', 'host', 'scenariosDir', 'db'] as const) {
    if (checked[option] !== undefined) {
      throw wrong(option, `${option}: belongs to startSandbox; an app listens where you let it`)
    }
  }
  const catalog = new ScenarioCatalog(shippedScenarios())
  // No need for a random key: only who has the app can call it.
  const withKey = { ...checked, apiKey: checked.apiKey ?? 'sandbox_default' }
  const settings = toSettings(withKey, catalog, findScenarios(checked.scenario, catalog))
  try {
    return Object.assign(assemble(settings).appWith().app, { apiKey: settings.apiKey })
  } catch (error) {
    if (error instanceof ActionError) throw wrong('scenario', `scenario: ${error.message}`)
    throw error
  }
}
