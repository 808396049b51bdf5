import type { StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import { exitCodes, Failure } from './failure.ts'
import type { Environment, Io } from './io.ts'

/**
 * Runs a command until it ends, on our own standard streams, or with what it prints given to `keep`.
 * Answers what to exit with. @throws Failure
 */
export function runChild(
  command: string,
  given: readonly string[],
  env: Environment,
  io: Io,
  keep?: (output: string) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = keep ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, [...given], { stdio, env })
    if (keep)
      for (const out of [child.stdout, child.stderr]) out?.setEncoding('utf8').on('data', keep)
    const unsubscribe = io.onSignal((signal) => {
      // At a keyboard Ctrl-C reaches the whole group by itself; twice would be one too many.
      if (!(signal === 'SIGINT' && io.isInteractive)) child.kill(signal)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      unsubscribe()
      reject(toFailure(error, command))
    })
    child.on('close', (code, signal) => {
      unsubscribe()
      resolve(signal === null ? (code ?? 1) : exitCodes.signal + constants.signals[signal])
    })
  })
}

/** As shells say it: 127 for what is not there, 126 for what cannot be run. */
function toFailure({ code = 'unknown error' }: NodeJS.ErrnoException, command: string): Failure {
  return code === 'ENOENT'
    ? new Failure(exitCodes.notFound, [`alias-sandbox: exec: ${command}: command not found`])
    : new Failure(exitCodes.notExecutable, [
        `alias-sandbox: exec: ${command}: cannot be run (${code})`,
      ])
}
