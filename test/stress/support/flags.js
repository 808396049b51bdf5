// What every script here takes: --short (what CI runs) and --seed; else the long form.
import { parseArgs } from 'node:util'

/** The flags of a script; more of them are given as parseArgs wants them. */
export function readFlags(more = {}) {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      ...more,
    },
  })
  return { ...values, seed: Number(values.seed) }
}

/** The one line that a script ends with. */
export function report(what, seed, figures) {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(`ok ${what} (seed ${seed}): ${parts.join(', ')}`)
}
