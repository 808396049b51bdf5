import { resolve } from 'node:path'
import type { Context } from '../args/context.ts'
import { usageError } from '../output/failure.ts'
import type { OptionName } from '../args/options.ts'

/** Options that name a file which is written, or which must not be written over. */
const files = [
  'db',
  'control-token-file',
  'ready-file',
  'log',
  'report',
] as const satisfies OptionName[]

/** Refuses one file for two purposes: the second would overwrite the first. @throws Failure */
export function checkOutputPaths({ options }: Context): void {
  const purposes = new Map<string, string>()
  for (const name of files) {
    const file = options[name]
    if (file === undefined || file === '-') continue
    const path = resolve(file)
    const other = purposes.get(path)
    if (other !== undefined) throw usageError(`--${name}: this is the file of --${other}`)
    purposes.set(path, name)
  }
}
