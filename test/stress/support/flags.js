// The flags of all stress scripts: --short (the form that CI runs) and --seed. The long form is the default.
import { parseArgs } from 'node:util'

/** Reads the flags of a script; `more` are options in the format of parseArgs. */
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

/** Prints the final line of a script. */
export function report(what, seed, figures) {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(`ok ${what} (seed ${seed}): ${parts.join(', ')}`)
}
