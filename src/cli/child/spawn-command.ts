import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import spawn from 'cross-spawn'
import { shorten } from '../../text/escape.ts'
import { exitCodes, Failure } from '../output/failure.ts'

/** Longer command names are shortened in messages. */
const MAX_NAME = 100

/**
 * Starts a command. Node throws some errors (ENAMETOOLONG, E2BIG, ENOTDIR, ELOOP) instead of emitting `error`.
 * @throws Failure
 */
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
  EACCES: 'it is a folder or not executable',
  E2BIG: 'the arguments are too long',
  ELOOP: 'the path contains a loop of symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'part of the path is not a folder',
}

/** Uses the exit codes of shells: 127 for a command that is not found, 126 for one that cannot be run. */
export function toFailure(
  { code = 'unknown error' }: NodeJS.ErrnoException,
  command: string,
): Failure {
  const name = `alias-sandbox: ${shorten(command, MAX_NAME)}`
  if (code === 'ENOENT') {
    // The system reports a missing interpreter of a script with the same code.
    return /[/\\]/.test(command) && existsSync(command)
      ? new Failure(exitCodes.notExecutable, [
          `${name}: cannot run: the interpreter in its first line does not exist`,
        ])
      : new Failure(exitCodes.notFound, [`${name}: command not found`])
  }
  const reason = reasons[code]
  return new Failure(exitCodes.notExecutable, [
    `${name}: cannot run (${code})${reason === undefined ? '' : `: ${reason}`}`,
  ])
}
