import { writeFileSync } from 'node:fs'
import { printable } from '../../text/escape.ts'
import { quoteForShell } from '../../text/shell.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, runtimeError, usageError } from '../output/failure.ts'
import { initTemplate } from './init-template.ts'

/** Writes a commented scenario to start from; never over a file that is there. */
export function runInit({ io, words }: Context): number {
  const [file = 'alias-sandbox.yaml'] = words
  if (!/[^/\\]\.ya?ml$/.test(file)) {
    throw usageError(
      `init: ${JSON.stringify(file)} is no name for a scenario file; such as alias-sandbox.yaml`,
    )
  }
  try {
    writeFileSync(file, initTemplate, { flag: 'wx' })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw runtimeError(
      code === 'EEXIST'
        ? `init: ${file} is there already; it is left as it is`
        : `init: ${file} cannot be written (${code})`,
    )
  }
  const path = /[/\\]/.test(file) ? file : `../${file}`
  io.stdout.write(
    `wrote ${printable(file)}\n  check it:     npx alias-sandbox scenarios check ${quoteForShell(path)}\n  start in it:  npx alias-sandbox --scenario ${quoteForShell(path)}\n`,
  )
  return exitCodes.ok
}
