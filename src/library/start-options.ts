import type { NamedScenario } from '../contract/scenario/scenario.ts'
import type { ScenarioCatalog } from '../scenario/catalog.ts'
import { warnOf, type StartOptions } from '../node/start.ts'
import type { CheckedOptions } from './options.ts'
import { merged, overridesOf } from './scenario.ts'

/** Converts checked options to those of `start`. */
export function toStartOptions(
  { apiKey = randomKey(), ...options }: CheckedOptions,
  catalog: ScenarioCatalog,
  chosen: NamedScenario,
): StartOptions {
  const overrides = overridesOf(options)
  return {
    ...options, // the settings among them, as they are
    smtpPort: options.smtpPort ?? (options.smtp ? 0 : undefined),
    apiKey,
    catalog,
    start: merged([chosen], overrides),
    overrides,
    onDatabaseLost: (message) => process.emitWarning(`db: ${message}`),
    // A bug in this package: it must not fail the user's test, nor go unnoticed.
    onCrash: warnOf,
  }
}

/** Not derived from the seed, so that parallel sandboxes with the same seed reject each other's calls. */
function randomKey(): string {
  return `sandbox_${crypto.randomUUID().replaceAll('-', '')}`
}
