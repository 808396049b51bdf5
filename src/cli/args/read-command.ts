import type { Context } from './context.ts'
import { usageError } from '../output/failure.ts'

/** The command behind `--`. @throws Failure when there is none. */
export function readCommand({ rest }: Context, name: string): [command: string, ...args: string[]] {
  const [command, ...args] = rest
  if (command === '') throw usageError(`${name}: the command is empty`)
  if (command !== undefined) return [command, ...args]
  throw usageError(
    `${name}: no command; usage: alias-sandbox ${name} [options] -- <command> [argument...]`,
  )
}
