import { randomInt } from 'node:crypto'
import { storedBounds } from '../contract/bounds.ts'
import type { NamedScenario, Scenario } from '../contract/scenario.ts'
import type { ScenarioCatalog } from '../scenario/catalog.ts'
import { warnOf, type StartOptions } from '../start.ts'
import type { CheckedOptions } from './options.ts'
import { merged } from './scenario.ts'

/** Checked options as the composition root takes them. */
export function toSettings(
  options: CheckedOptions,
  catalog: ScenarioCatalog,
  chosen: NamedScenario,
): StartOptions {
  const overrides = overridesOf(options)
  return {
    catalog,
    start: merged([chosen], overrides),
    overrides,
    seed: options.seed ?? 1,
    apiKey: options.apiKey ?? drawKey(),
    db: options.db,
    ui: options.ui ?? true,
    host: options.host,
    port: options.port ?? 0,
    allowedHosts: options.allowedHosts ?? [],
    controlToken: options.controlToken,
    exposeHeaders: options.exposeHeaders ?? false,
    corsOrigin: options.corsOrigin,
    maxAccounts: options.maxAccounts ?? storedBounds.accounts.max,
    maxRequests: options.maxRequests ?? storedBounds.journalEntries.max,
    onDatabaseLost: (message) => process.emitWarning(message.replace(/^--db /, 'db: ')),
    // A bug of ours: it is not for the test to throw, nor to be passed over in silence.
    onCrash: warnOf,
  }
}

/** What is laid over every scenario: choices and the clock. */
function overridesOf({ now, frozen, scale, choices }: CheckedOptions): Scenario {
  const clock = {
    ...(now !== undefined && { now }),
    ...(frozen && { mode: 'frozen' as const }),
    ...(scale !== undefined && { scale }),
  }
  return {
    ...(choices && { choices }),
    ...(Object.keys(clock).length > 0 && { clock }),
  }
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Not from the seed: sandboxes of one seed that run side by side must not take each other's calls. */
function drawKey(): string {
  const letters = Array.from({ length: 24 }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)])
  return `sandbox_${letters.join('')}`
}
