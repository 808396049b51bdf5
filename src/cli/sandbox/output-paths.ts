import { resolve } from 'node:path'
import { usageError } from '../output/failure.ts'
import { printable } from '../../text/escape.ts'
import type { OptionName, Values } from '../args/tables/options.ts'

/** Options whose file is written or must not be overwritten. */
const files = [
  'db',
  'control-token-file',
  'tls-cert',
  'tls-key',
  'ready-file',
  'log',
  'report',
] as const satisfies OptionName[]

/** Only `exec` has --report. */
type OutputContext = {
  readonly options: Values<Exclude<(typeof files)[number], 'report'>> & Partial<Values<'report'>>
}

/** Refuses the same file for two options, because one would overwrite the other. @throws Failure */
export function checkOutputPaths({ options }: OutputContext): void {
  const purposes = new Map<string, string>()
  for (const name of files) {
    const file = options[name]
    if (file === undefined || file === '-') continue
    const path = resolve(file)
    const other = purposes.get(path)
    if (other !== undefined)
      throw usageError(`--${name} and --${other} name the same file: ${printable(file)}`)
    purposes.set(path, name)
  }
}
