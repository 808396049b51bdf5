import { randomInt } from 'node:crypto'
import type { NamedScenario, Scenario } from '../contract/scenario/scenario.ts'
import type { ScenarioCatalog } from '../scenario/catalog.ts'
import { warnOf, type StartOptions } from '../node/start.ts'
import type { CheckedOptions } from './options.ts'
import { merged } from './scenario.ts'

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

/** The fields that override those of every scenario: choices, waits and the clock. */
function overridesOf({ now, frozen, scale, waits, choices }: CheckedOptions): Scenario {
  const clock = {
    ...(now !== undefined && { now }),
    ...(frozen && { mode: 'frozen' as const }),
    ...(scale !== undefined && { scale }),
  }
  return {
    ...(waits && { waits }),
    ...(choices && { choices }),
    ...(Object.keys(clock).length > 0 && { clock }),
  }
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Not derived from the seed, so that parallel sandboxes with the same seed reject each other's calls. */
function randomKey(): string {
  const letters = Array.from({ length: 24 }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)])
  return `sandbox_${letters.join('')}`
}
