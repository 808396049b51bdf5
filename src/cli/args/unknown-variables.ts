import { printable } from '../../text/escape.ts'
import type { Environment } from '../output/io.ts'
import { toHint } from '../output/wrong-value.ts'
import { optionNames, optionRow } from './tables/options.ts'

const PREFIX = 'ALIAS_SANDBOX_'

/** Variables with our prefix that set no option; the last three are set for a command that is run, and the Python package reads NODE. */
const others = ['CONTROL_TOKEN', 'NODE', 'PAGES', 'SMTP_URL', 'JUDGED_BY', 'ALIASES'].map(
  (name) => PREFIX + name,
)

/** One line for each variable with our prefix that has no meaning, because it would be ignored silently. */
export function unknownVariables(env: Environment): string[] {
  const known = [...optionNames.flatMap((name) => optionRow(name).env ?? []), ...others]
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map(
      (name) => `unknown variable ${printable(name, 100)} is ignored${toHint(name, known, PREFIX)}`,
    )
}
