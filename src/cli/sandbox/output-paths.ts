import { resolve } from 'node:path'
import { usageError } from '../output/failure.ts'
import { printable } from '../../text/escape.ts'
import type { OptionName, Values } from '../args/tables/options.ts'

/** Options that name a file which is written, or which must not be written over. */
const files = [
  'db',
  'control-token-file',
  'ready-file',
  'log',
  'report',
] as const satisfies OptionName[]

/** Only `exec` writes a report. */
type OutputContext = {
  readonly options: Values<Exclude<(typeof files)[number], 'report'>> & Partial<Values<'report'>>
}

/** Refuses one file for two purposes: the second would overwrite the first. @throws Failure */
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
