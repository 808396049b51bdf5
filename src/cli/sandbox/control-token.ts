import { limits } from '../../contract/limits.ts'
import { statSync } from 'node:fs'
import { controlTokenProblem } from '../../text/control-token.ts'
import { quoteForShell } from '../../text/shell.ts'
import { usageError } from '../output/failure.ts'
import type { Context } from '../args/context.ts'
import { readTextFile } from './text-file.ts'

/** Reads the control token from a file or the environment; `ps` would show an argument. @throws Failure */
export function readControlToken({
  options,
  env,
  labelOf,
}: Pick<Context<'control-token-file'>, 'options' | 'env' | 'labelOf'>) {
  const file = options['control-token-file']
  if (file !== undefined) {
    const label = `${labelOf('control-token-file')} ${file}`
    return check(readFile(file, label), label)
  }
  const token = env['ALIAS_SANDBOX_CONTROL_TOKEN']
  return token ? check(token, 'ALIAS_SANDBOX_CONTROL_TOKEN') : undefined
}

function readFile(file: string, label: string): string {
  const text = readTextFile(file, limits.controlBytes.value, label)
  const { mode } = statSync(file)
  // Windows has no such modes.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    const octal = (mode & 0o777).toString(8).padStart(4, '0')
    throw usageError(
      `${label}: other users can read it (mode ${octal}); run: chmod 600 ${quoteForShell(file)}`,
    )
  }
  return text.trim()
}

function check(token: string, label: string): string {
  const problem = controlTokenProblem(token)
  if (problem === undefined) return token
  throw usageError(`${label} ${problem}`)
}
