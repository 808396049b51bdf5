import { storedBounds } from '../../contract/bounds.ts'
import { toExitCode } from './child.ts'
import type { Environment } from '../output/io.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** How long a command has to end once it was asked to. */
const END_MS = 3_000
/** How long what a command started may hold its output open after its end. */
const OUTPUT_MS = 1_000

export type Captured = { exitCode: number; output: string }

/** A command that runs beside others, in a group of processes of its own. */
export interface CapturedChild {
  readonly ended: Promise<Captured>
  /** Asks the command and all that it started to end, and ends them when they do not. */
  stop(signal: NodeJS.Signals): void
  kill(): void
}

/** Runs a command and keeps the last of what it prints; `ended` rejects with a Failure when it cannot be run. */
export function startCaptured(
  command: string,
  args: readonly string[],
  env: Environment,
): CapturedChild {
  // In a group of its own, so that a signal of the keyboard reaches it once, through `stop`, and so
  // that what it started can be ended, too. Windows would open a console for it.
  const detached = process.platform !== 'win32'
  const child = spawnCommand(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached })
  let output = ''
  for (const out of [child.stdout, child.stderr]) {
    out?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-storedBounds.commandOutput.max)
    })
  }
  const send = (signal: NodeJS.Signals) => {
    if (!detached || child.pid === undefined) return void child.kill(signal)
    try {
      process.kill(-child.pid, signal)
    } catch {
      // The group is gone, which is what was asked for.
    }
  }
  let forced: NodeJS.Timeout | undefined
  const closeOutput = () => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  const kill = () => {
    send('SIGKILL')
    closeOutput()
  }
  const ended = new Promise<Captured>((resolve, reject) => {
    child.on('error', (error) => reject(toFailure(error, command)))
    child.on('exit', () => {
      forced ??= setTimeout(closeOutput, OUTPUT_MS)
    })
    child.on('close', (code, signal) => resolve({ exitCode: toExitCode(code, signal), output }))
  }).finally(() => clearTimeout(forced))
  return {
    ended,
    stop(signal) {
      send(signal)
      clearTimeout(forced)
      forced = setTimeout(kill, END_MS)
    },
    kill,
  }
}
