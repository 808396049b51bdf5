import type { RequestListener } from 'node:http'
import { ActionRefused } from '../core/refused.ts'
import { ScenarioShelf, shippedScenarios } from '../scenario/shelf.ts'
import { assemble } from '../start.ts'
import { checkOptions, wrong, type SandboxOptions } from './options.ts'
import { findScenarios } from './scenario.ts'
import { toSettings } from './settings.ts'

/** Options of a sandbox that listens nowhere by itself. */
export type SandboxAppOptions = Omit<SandboxOptions, 'port' | 'host' | 'scenariosDir'>

/** An app that is a sandbox, as Node's servers and Express take it; `apiKey` opens its default account. */
export type SandboxApp = RequestListener & { readonly apiKey: string }

/**
 * The sandbox as an app, for those who bring a server: supertest, or an Express app of your own. It
 * takes scenarios by name and as objects; for files, there is `startSandbox`.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const app = createSandboxApp({ scenario: 'past_due', apiKey: 'sandbox_mine' })
 * await request(app).get('/v1/aliases').auth('sandbox_mine', { type: 'bearer' }).expect(403)
 */
export function createSandboxApp(options: SandboxAppOptions = {}): SandboxApp {
  const checked = checkOptions(options)
  for (const option of ['port', 'host', 'scenariosDir'] as const) {
    if (checked[option] !== undefined) {
      throw wrong(option, `${option}: belongs to startSandbox; an app listens where you let it`)
    }
  }
  const shelf = new ScenarioShelf(shippedScenarios())
  const settings = toSettings(checked, shelf, findScenarios(checked.scenario, shelf))
  try {
    return Object.assign(assemble(settings).appWith().app, { apiKey: settings.apiKey })
  } catch (error) {
    if (error instanceof ActionRefused) throw wrong('scenario', `scenario: ${error.message}`)
    throw error
  }
}
