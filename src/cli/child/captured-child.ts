import type { ChildProcess } from 'node:child_process'
import { limits } from '../../contract/limits.ts'
import type { Environment } from '../output/io.ts'
import { OutputEnd, OutputStart, type StandardOutput } from './captured-output.ts'
import { toExitCode } from './child.ts'
import { spawnCommand, toFailure } from './spawn-command.ts'

/** The time that a command has to end after a signal, unless the caller says another. */
const END_MS = 3_000
/** The time for which background processes of a command may keep its output open after its end. */
const OUTPUT_MS = 1_000
/** The time between two looks whether the command is over its time. */
const WATCH_MS = 100

/** On Windows, a process group of its own would open a console window. */
const HAS_GROUP = process.platform !== 'win32'

type CaptureOptions = {
  /** Sends its reason to the command, or SIGTERM if that is no signal; and kills its process group if it does not end. */
  stop: AbortSignal
  kill?: AbortSignal
  /** The milliseconds until a command that was stopped is killed. */
  endMs?: number
  /** A command of ours ends what it has started by itself. A channel, whose end it notices, tells it to do so, too. */
  isOurs?: boolean
  /** The command is stopped after this time. */
  timeoutMs?: number | undefined
  /** Asked again and again; true stops the command, too. */
  isOverTime?: (() => boolean) | undefined
  /** The standard input of the command. Default: empty. */
  input?: Buffer | undefined
  /** Is the command a line for the shell? */
  isShellLine?: boolean | undefined
}

/** The end of a command. */
export type CommandEnd = {
  /** The exit code; that of shells, 128 plus the number, if a signal ended it. */
  exitCode: number
  /** The signal that ended it. */
  signal: NodeJS.Signals | null
  /** Whether it was stopped because it took longer than its time limit. */
  isOverTime: boolean
  /** The milliseconds of real time that it ran. */
  ms: number
  /** The end of its standard output and standard error, as they came. */
  output: string
  stdout: StandardOutput
  /** The end of its standard error. */
  stderr: string
}

/**
 * Runs a command in its own process group, so that Ctrl-C reaches it only once, and stores the end of its output. When
 * it has ended, what it left behind in the group is killed. @throws Failure when it cannot be run
 */
export async function runCaptured(
  [command, ...args]: readonly [command: string, ...args: string[]],
  env: Environment,
  options: CaptureOptions,
): Promise<CommandEnd> {
  const { stop, kill, timeoutMs = Infinity, isOverTime = () => false, input } = options
  const child = spawnCommand(command, args, {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(options.isOurs ? ['ipc' as const] : [])],
    env,
    detached: HAS_GROUP,
    shell: options.isShellLine ?? false,
  })
  child.stdin?.on('error', () => {}) // a command need not read all of its input
  child.stdin?.end(input)
  const output = new OutputEnd(limits.outputBytes.value)
  const stdout = new OutputStart(limits.outputBytes.value)
  const stderr = new OutputEnd(limits.outputBytes.value)
  child.stdout?.on('data', (bytes: Buffer) => stdout.add(bytes))
  child.stderr?.on('data', stderr.reader())
  for (const out of [child.stdout, child.stderr]) out?.on('data', output.reader())
  const group = new ProcessGroup(child, options)
  const startMs = performance.now()
  let wasOverTime = false
  const watch = setInterval(() => {
    if (performance.now() - startMs < timeoutMs && !isOverTime()) return
    clearInterval(watch)
    wasOverTime = true
    group.stop('SIGTERM')
  }, WATCH_MS)
  const onStop = () => group.stop(toSignal(stop.reason))
  const onKill = () => group.kill()
  stop.addEventListener('abort', onStop)
  kill?.addEventListener('abort', onKill)
  if (stop.aborted) onStop()
  try {
    const closed = await new Promise<ChildExit>((resolve, reject) => {
      child.on('error', (error) => reject(toFailure(error, command)))
      child.on('exit', () => {
        clearInterval(watch)
        group.killAfter(OUTPUT_MS)
      })
      child.on('close', (code, signal) => resolve({ code, signal }))
    })
    if (HAS_GROUP) group.send('SIGKILL') // background processes that closed their output
    return {
      exitCode: toExitCode(closed.code, closed.signal),
      signal: closed.signal,
      isOverTime: wasOverTime,
      ms: performance.now() - startMs,
      output: output.toString(),
      stdout: stdout.read(),
      stderr: stderr.toString(),
    }
  } finally {
    clearInterval(watch)
    group.forget()
    stop.removeEventListener('abort', onStop)
    kill?.removeEventListener('abort', onKill)
  }
}

type ChildExit = { code: number | null; signal: NodeJS.Signals | null }

function toSignal(reason: unknown): NodeJS.Signals {
  return typeof reason === 'string' ? (reason as NodeJS.Signals) : 'SIGTERM'
}

/** A command and its child processes. */
class ProcessGroup {
  readonly #child: ChildProcess
  readonly #isOurs: boolean
  readonly #endMs: number
  #killing: NodeJS.Timeout | undefined

  constructor(child: ChildProcess, { isOurs = false, endMs = END_MS }: CaptureOptions) {
    this.#child = child
    this.#isOurs = isOurs
    this.#endMs = endMs
  }

  send(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (!HAS_GROUP || pid === undefined) return void this.#child.kill(signal)
    try {
      process.kill(-pid, signal)
    } catch {
      // The group has ended already.
    }
  }

  /** Sends a signal, and kills the group if it does not end in time. */
  stop(signal: NodeJS.Signals): void {
    if (this.#isOurs) this.#child.kill(signal)
    else this.send(signal)
    clearTimeout(this.#killing)
    this.#killing = setTimeout(() => this.kill(), this.#endMs)
  }

  kill(): void {
    this.send('SIGKILL')
    const { stdin, stdout, stderr } = this.#child
    for (const stream of [stdin, stdout, stderr]) stream?.destroy()
  }

  killAfter(ms: number): void {
    this.#killing ??= setTimeout(() => this.kill(), ms)
  }

  forget(): void {
    clearTimeout(this.#killing)
  }
}
