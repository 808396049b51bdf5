import type { StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { exitCodes } from '../output/failure.ts'
import type { Environment, Io } from '../output/io.ts'
import { CommandTree } from './command-tree.ts'
import type { RelayedOutput } from './relayed-output.ts'
import { watchSignals } from './signals.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** The ends to which the streams of a command lead. */
type Streams = { stdio: StdioOptions; relayed: RelayedOutput | undefined }

/** Runs a command with these streams and returns its exit code. @throws Failure */
export async function runChild(
  [command, ...args]: readonly [command: string, ...args: string[]],
  env: Environment,
  io: Io,
  { stdio, relayed }: Streams,
): Promise<number> {
  const child = spawnCommand(command, args, { stdio, env })
  relayed?.start(child)
  const tree = new CommandTree(child)
  let isAskedToEnd = false
  const unsubscribe = watchSignals(io, (signal) => {
    isAskedToEnd = true
    // Ctrl-C goes to the whole process group; the command decides what to do with it.
    if (isOfKeyboard(signal)) return
    if (tree.isAskedToEnd) tree.kill()
    else void tree.end(signal)
  })
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on('error', (error) => reject(toFailure(error, command)))
      child.on('exit', (code, signal) => resolve(toExitCode(code, signal)))
    })
    await tree.endRest()
    await relayed?.rest(child, () => isAskedToEnd)
    return exitCode
  } finally {
    unsubscribe()
  }
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
