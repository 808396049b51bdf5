import { limits } from '../../contract/limits.ts'
import { statSync } from 'node:fs'
import { controlTokenProblem } from '../../text/control-token.ts'
import { readRegularFile, UnreadableFile } from '../../node/files/regular-file.ts'
import { quoteForShell } from '../../text/shell.ts'
import { usageError } from '../output/failure.ts'
import type { Context } from '../args/context.ts'

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
  try {
    const text = readRegularFile(file, limits.controlBytes.value).toString()
    const { mode } = statSync(file)
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const octal = (mode & 0o777).toString(8).padStart(4, '0')
      throw usageError(
        `${label}: other users can read it (mode ${octal}); run: chmod 600 ${quoteForShell(file)}`,
      )
    }
    return text.trim()
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw usageError(`${label}: ${error.message}`)
    }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw usageError(`cannot read ${label} (${code})`)
  }
}

function check(token: string, label: string): string {
  const problem = controlTokenProblem(token)
  if (problem === undefined) return token
  throw usageError(`${label} ${problem}`)
}
