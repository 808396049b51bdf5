import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import spawn from 'cross-spawn'
import { shorten } from '../../text/escape.ts'
import { exitCodes, Failure } from '../output/failure.ts'

/** The longest name of a command that a message shows whole. */
const MAX_NAME = 100

/** Starts a command. Node throws some of what `error` tells otherwise: ENAMETOOLONG, E2BIG, ENOTDIR, ELOOP. @throws Failure */
export function spawnCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  try {
    return spawn(command, [...args], options)
  } catch (error) {
    throw toFailure(error as NodeJS.ErrnoException, command)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is a folder, or is not executable',
  E2BIG: 'its arguments are too long',
  ELOOP: 'its path has a loop of links',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is not a folder',
}

/** As shells say it: 127 for what is not there, 126 for what cannot be run. */
export function toFailure(
  { code = 'unknown error' }: NodeJS.ErrnoException,
  command: string,
): Failure {
  const name = `alias-sandbox: ${shorten(command, MAX_NAME)}`
  if (code === 'ENOENT') {
    // The system says the same of a script whose interpreter is missing.
    return /[/\\]/.test(command) && existsSync(command)
      ? new Failure(exitCodes.notExecutable, [
          `${name}: cannot be run: the interpreter that its first line names is not there`,
        ])
      : new Failure(exitCodes.notFound, [`${name}: command not found`])
  }
  const reason = reasons[code]
  return new Failure(exitCodes.notExecutable, [
    `${name}: cannot be run (${code})${reason === undefined ? '' : `: ${reason}`}`,
  ])
}
