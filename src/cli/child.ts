import { constants } from 'node:os'
import spawn from 'cross-spawn'
import { exitCodes, Failure } from './failure.ts'
import type { Environment, Io } from './io.ts'

/** Runs a command on our own standard streams until it ends; answers what to exit with. @throws Failure */
export function runChild(
  command: string,
  given: readonly string[],
  env: Environment,
  io: Io,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...given], { stdio: 'inherit', env })
    const unsubscribe = io.onSignal((signal) => {
      // At a keyboard Ctrl-C reaches the whole group by itself; twice would be one too many.
      if (!(signal === 'SIGINT' && io.isInteractive)) child.kill(signal)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      unsubscribe()
      reject(toFailure(error, command))
    })
    child.on('exit', (code, signal) => {
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
