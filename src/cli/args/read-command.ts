import type { Context } from './context.ts'
import { usageError } from '../output/failure.ts'
import { PROGRAM } from '../output/wrong-value.ts'

/** A program and its arguments. */
export type ChildCommand = readonly [program: string, ...args: string[]]

/** The command after `--`. @throws Failure if there is none. */
export function readCommand({ childCommand }: Context, name: string): ChildCommand {
  const [program, ...args] = childCommand
  if (program) return [program, ...args]
  throw usageError(
    `${name}: missing command; usage: ${PROGRAM} ${name} [options] -- <command> [argument...]`,
  )
}
