import type { StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { exitCodes } from '../output/failure.ts'
import type { Environment, Io } from '../output/io.ts'
import type { RelayedOutput } from './relayed-output.ts'
import { watchSignals } from './signals.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** The time that a command has to end after a signal. */
const END_MS = 5_000

/** The ends to which the streams of a command lead. */
type Streams = { stdio: StdioOptions; relayed: RelayedOutput | undefined }

/** Runs a command with these streams and returns its exit code. @throws Failure */
export function runChild(
  [command, ...args]: readonly [command: string, ...args: string[]],
  env: Environment,
  io: Io,
  { stdio, relayed }: Streams,
): Promise<number> {
  const child = spawnCommand(command, args, { stdio, env })
  relayed?.start(child)
  let kill: NodeJS.Timeout | undefined
  let isAskedToEnd = false
  const unsubscribe = watchSignals(io, (signal, before) => {
    isAskedToEnd = true
    // The terminal sends Ctrl-C to the whole process group; the command decides what to do with it.
    if (io.isInteractive && isOfKeyboard(signal)) return
    if (before > 0) child.kill('SIGKILL')
    else child.kill(signal)
    if (!isOfKeyboard(signal)) kill ??= setTimeout(() => child.kill('SIGKILL'), END_MS)
  })
  return new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(toFailure(error, command)))
    child.on('exit', (code, signal) => {
      const exitCode = toExitCode(code, signal)
      const rest = relayed?.rest(child, () => isAskedToEnd)
      resolve(rest ? rest.then(() => exitCode) : exitCode)
    })
  }).finally(() => {
    clearTimeout(kill)
    unsubscribe()
  })
}

function isOfKeyboard(signal: NodeJS.Signals): boolean {
  return signal === 'SIGINT' || signal === 'SIGQUIT' || signal === 'SIGBREAK'
}

export function toExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null
    ? (code ?? exitCodes.runtime)
    : exitCodes.signal + constants.signals[signal]
}

/** The signal behind an exit code: that of the command, or that of a program that a shell or npm ran for it. */
export function signalOf(exitCode: number): NodeJS.Signals | undefined {
  const names = Object.keys(constants.signals) as NodeJS.Signals[]
  return names.find((name) => exitCode === toExitCode(null, name))
}
