import { limits } from '../../contract/limits.ts'
import type { StdioOptions } from 'node:child_process'
import { toExitCode } from './child.ts'
import type { Environment } from '../output/io.ts'
import { OutputEnd, OutputStart, type StandardOutput } from './captured-output.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** How long a command may take to end after a signal. */
const END_MS = 3_000
/** How long background processes of a command may keep its output open after its end. */
const OUTPUT_MS = 1_000
/** How often a caller is asked whether the command is over its time. */
const WATCH_MS = 100
/** The longest time of a timer. */
const MAX_TIMER_MS = 2_147_483_647

type CaptureOptions = {
  /** The command is stopped after this time. */
  timeoutMs?: number | undefined
  /** Asked again and again; true stops the command, too. */
  isOverTime?: (() => boolean) | undefined
  /** The standard input of the command. Default: empty. */
  input?: Buffer | undefined
  /** Is the command a line for the shell? */
  isShellLine?: boolean | undefined
}

/** How a command ended. */
export type CommandEnd = {
  /** The exit code; that of shells, 128 plus the number, if a signal ended it. */
  exitCode: number
  /** The signal that ended it. */
  signal: NodeJS.Signals | null
  /** Whether it was stopped because it took longer than its time limit. */
  isOverTime: boolean
  /** The end of its standard output and standard error, as they came. */
  output: string
  stdout: StandardOutput
}

/** A command that runs in its own process group, in parallel with others. */
export interface CapturedChild {
  readonly pid: number | undefined
  /** Rejects with a Failure when the command cannot be run. */
  readonly ended: Promise<CommandEnd>
  /** Sends a signal to the command's process group, and kills the group if it does not end in time. */
  stop(signal: NodeJS.Signals): void
  kill(): void
}

/**
 * Runs a command and stores the end of its output. When the command has ended, what it left behind in its
 * process group is killed. A time limit stops it earlier.
 */
export function startCaptured(
  [command, ...args]: readonly [command: string, ...args: string[]],
  env: Environment,
  { timeoutMs, isOverTime, input, isShellLine: shell = false }: CaptureOptions = {},
): CapturedChild {
  // In its own process group, so that Ctrl-C reaches it only once, through `stop`, and so that its child
  // processes can be stopped, too. On Windows this would open a console window.
  const detached = process.platform !== 'win32'
  const stdin = input ? 'pipe' : 'ignore'
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe']
  const child = spawnCommand(command, args, { stdio, env, detached, shell })
  child.stdin?.on('error', () => {}) // a command need not read all of its input
  child.stdin?.end(input)
  const end = new OutputEnd(limits.outputBytes.value)
  const stdout = new OutputStart(limits.outputBytes.value)
  child.stdout?.on('data', (bytes: Buffer) => stdout.add(bytes))
  for (const out of [child.stdout, child.stderr]) out?.on('data', end.reader())
  const send = (signal: NodeJS.Signals) => {
    if (!detached || child.pid === undefined) return void child.kill(signal)
    try {
      process.kill(-child.pid, signal)
    } catch {
      // The group has ended already.
    }
  }
  let forced: NodeJS.Timeout | undefined
  const kill = () => {
    send('SIGKILL')
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  }
  const stop = (signal: NodeJS.Signals) => {
    send(signal)
    clearTimeout(forced)
    forced = setTimeout(kill, END_MS)
  }
  let wasStopped = false
  const stopOverTime = () => {
    clearTimeout(limit)
    clearInterval(watch)
    wasStopped = true
    stop('SIGTERM')
  }
  const limit =
    timeoutMs === undefined
      ? undefined
      : setTimeout(stopOverTime, Math.min(timeoutMs, MAX_TIMER_MS))
  const watch = isOverTime && setInterval(() => isOverTime() && stopOverTime(), WATCH_MS)
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    child.on('error', (error) => reject(toFailure(error, command)))
    child.on('exit', () => {
      clearTimeout(limit)
      clearInterval(watch)
      forced ??= setTimeout(kill, OUTPUT_MS)
    })
    child.on('close', (code, signal) => {
      if (detached) send('SIGKILL') // background processes that closed their output
      resolve({
        exitCode: toExitCode(code, signal),
        signal,
        isOverTime: wasStopped,
        output: end.toString(),
        stdout: stdout.read(),
      })
    })
  }).finally(() => {
    clearTimeout(forced)
    clearTimeout(limit)
    clearInterval(watch)
  })
  return { pid: child.pid, ended, stop, kill }
}
