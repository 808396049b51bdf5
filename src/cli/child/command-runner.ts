import { constants } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Session } from '../../contract/session/session.ts'
import type { Report } from '../../report/report.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { start, type RunningSandbox, type StartOptions } from '../../node/start.ts'
import { startCaptured, type CapturedChild, type CommandEnd } from './captured-child.ts'
import { readChildEnvironment, type ToEnvironment } from './child-environment.ts'
import type { Context } from '../args/context.ts'
import type { ChildCommand } from '../args/read-command.ts'
import type { Values } from '../args/tables/options.ts'
import { exitCodes } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { watchSignals } from './signals.ts'
import { WholeRun } from '../sandbox/whole-run.ts'

/** A run of the command in its own sandbox. */
export type CommandRun = CommandEnd & {
  name: string
  /** How long the command ran, in milliseconds of real time. */
  ms: number
  /** The judgement of all its calls. */
  report: Report
  /** The history of the run, if that is kept and not too large for a file. */
  history?: Session | undefined
}

/** A run that a signal stopped or prevented. */
export type MissingRun = 'stopped' | 'not run'

/** How the sandbox of a run starts, and what else differs between runs. */
export type RunPlan = {
  name: string
  /** Settings that differ from those of all runs. */
  settings?: Partial<StartOptions>
  /** The run is stopped after this time: SIGTERM for its process group, then SIGKILL. */
  timeoutMs?: number | undefined
  /** Asked again and again while the command runs; true stops it like the time limit. */
  isOverTime?: (sandbox: Sandbox) => boolean
  /** Called with the sandbox before the command starts. */
  onStart?: (sandbox: Sandbox) => void
  /** Stops this run only. */
  signal?: AbortSignal | undefined
}

/** The input of a check, and the limits after which it is stopped. */
type CheckLimits = { input: Buffer; timeoutMs: number; signal: AbortSignal | undefined }

/** A run that has ended, with its sandbox, which is still there for the caller to read. */
export type EndOfRun = { run: CommandRun; running: RunningSandbox }

/** The options that the runner reads. */
type RunnerContext = Pick<Context, 'env' | 'io'> & { readonly options: Values<'env'> }

/** How often the event loop turns until a call that the command sent with its last breath has been answered. */
const LAST_TURNS = 3

/**
 * Runs a command again and again, each time in its own sandbox. The first signal stops the runs, the second one
 * kills them. Close it at the end.
 */
export class CommandRunner {
  readonly #settings: StartOptions
  readonly #command: ChildCommand
  readonly #toEnvironment: ToEnvironment
  readonly #keepsHistory: boolean
  readonly #children = new Set<CapturedChild>()
  readonly #stopWatching: (() => void)[]
  readonly #stopping = new AbortController()
  #signal: NodeJS.Signals | undefined

  constructor(
    context: RunnerContext,
    settings: StartOptions,
    command: ChildCommand,
    { judge, keepsHistory = false }: { judge: string; keepsHistory?: boolean },
  ) {
    this.#keepsHistory = keepsHistory
    this.#settings = settings
    this.#command = command
    this.#toEnvironment = readChildEnvironment(context, judge)
    this.#stopWatching = [
      watchSignals(context.io, (signal, before) => {
        this.#signal ??= signal
        this.#stopping.abort()
        for (const child of this.#children) {
          if (before > 0) child.kill()
          else child.stop(signal)
        }
      }),
      context.io.onExit(() => {
        for (const child of this.#children) child.kill()
      }),
    ]
  }

  /** The exit code if a signal stopped the runs. */
  get stopCode(): number | undefined {
    return this.#signal && exitCodes.signal + constants.signals[this.#signal]
  }

  /** Aborted by the first signal, and when the command cannot be run. */
  get stopped(): AbortSignal {
    return this.#stopping.signal
  }

  /**
   * Runs the command once. `read` takes from the sandbox what the caller needs before it closes.
   * @throws Failure when the command cannot be run
   */
  async run<Result>(
    plan: RunPlan,
    read: (end: EndOfRun) => Result | Promise<Result>,
  ): Promise<Result | MissingRun> {
    if (this.#isStopped(plan)) return 'not run'
    try {
      return await this.#runNow(plan, read)
    } catch (error) {
      if (this.#signal || plan.signal?.aborted) return 'stopped'
      this.#stopping.abort() // the other runs would fail as well
      throw error
    }
  }

  /**
   * Runs a line for the shell on the output of a run, within `read`; signals stop it like the run.
   * @throws Failure when it cannot be run, and an error when it was stopped
   */
  async check(line: string, env: Environment, limits: CheckLimits): Promise<CommandEnd> {
    const child = startCaptured([line], env, { ...limits, isShellLine: true })
    const end = await this.#follow(child, limits.signal)
    this.stopped.throwIfAborted()
    limits.signal?.throwIfAborted()
    return end
  }

  /** Call at the end; after that, a signal ends the process as usual. */
  close(): void {
    for (const stop of this.#stopWatching) stop()
  }

  #isStopped({ signal }: RunPlan): boolean {
    return this.stopped.aborted || signal?.aborted === true
  }

  async #runNow<Result>(
    plan: RunPlan,
    read: (end: EndOfRun) => Result | Promise<Result>,
  ): Promise<Result | MissingRun> {
    const settings = { ...this.#settings, ...plan.settings, host: undefined, port: 0 }
    const running = await start(settings)
    try {
      const calls = new WholeRun(running.sandbox)
      const env = this.#toEnvironment({ url: running.url, key: settings.apiKey })
      plan.onStart?.(running.sandbox)
      const startedMs = performance.now()
      const end = await this.#runChild(plan, running, env)
      const ms = performance.now() - startedMs
      for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
      if (this.#signal !== undefined || plan.signal?.aborted) return 'stopped'
      const history = this.#keepsHistory ? calls.history() : undefined
      const run = { name: plan.name, ...end, ms, report: calls.report(), history }
      return await read({ run, running })
    } finally {
      await running.close(0) // the command has ended, so nobody waits for an answer
    }
  }

  async #runChild(
    plan: RunPlan,
    { sandbox }: RunningSandbox,
    env: Environment,
  ): Promise<CommandEnd> {
    const { timeoutMs, signal } = plan
    const isOverTime = () => plan.isOverTime?.(sandbox) ?? false
    return this.#follow(startCaptured(this.#command, env, { timeoutMs, isOverTime }), signal)
  }

  async #follow(child: CapturedChild, signal: AbortSignal | undefined): Promise<CommandEnd> {
    this.#children.add(child)
    const stop = () => child.stop('SIGTERM')
    signal?.addEventListener('abort', stop)
    // Received while the sandbox was starting.
    if (this.#signal) child.stop(this.#signal)
    else if (signal?.aborted) stop()
    try {
      return await child.ended
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#children.delete(child)
    }
  }
}
