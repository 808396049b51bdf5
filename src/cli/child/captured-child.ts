import { storedBounds } from '../../contract/bounds.ts'
import { toExitCode } from './child.ts'
import type { Environment } from '../output/io.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** How long a command may take to end after a signal. */
const END_MS = 3_000
/** How long background processes of a command may keep its output open after its end. */
const OUTPUT_MS = 1_000

export type Captured = { exitCode: number; output: string }

/** A command that runs in its own process group, in parallel with others. */
export interface CapturedChild {
  readonly ended: Promise<Captured>
  /** Sends a signal to the command's process group, and kills the group if it does not end in time. */
  stop(signal: NodeJS.Signals): void
  kill(): void
}

/** Runs a command and stores the end of its output. `ended` rejects with a Failure when it cannot be run. */
export function startCaptured(
  command: string,
  args: readonly string[],
  env: Environment,
): CapturedChild {
  // In its own process group, so that Ctrl-C reaches it only once, through `stop`, and so that its child
  // processes can be stopped, too. On Windows this would open a console window.
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
      // The group has ended already.
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
