import { writeFileSync } from 'node:fs'
import { printable } from '../../text/escape.ts'
import { quoteForShell } from '../../text/shell.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, runtimeError, usageError } from '../output/failure.ts'
import { initTemplate } from './init-template.ts'

/** Writes a commented scenario to start from. It never overwrites a file. */
export function runInit({ io, words }: Context): number {
  const [file = 'alias-sandbox.yaml'] = words
  if (!/[^/\\]\.ya?ml$/.test(file)) {
    throw usageError(
      `init: invalid file name ${JSON.stringify(file)}: expected .yaml or .yml, such as alias-sandbox.yaml`,
    )
  }
  try {
    writeFileSync(file, initTemplate, { flag: 'wx' })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw runtimeError(
      code === 'EEXIST'
        ? `init: ${file} already exists; it was not changed`
        : `init: cannot write ${file} (${code})`,
    )
  }
  const path = /[/\\]/.test(file) ? file : `../${file}`
  io.stdout.write(
    `wrote ${printable(file)}\n  check it:       npx alias-sandbox scenarios check ${quoteForShell(path)}\n  start with it:  npx alias-sandbox --scenario ${quoteForShell(path)}\n`,
  )
  return exitCodes.ok
}
