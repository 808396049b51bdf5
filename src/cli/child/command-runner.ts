import { setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Session } from '../../contract/session/session.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { start, type StartOptions } from '../../node/start.ts'
import type { Report } from '../../report/report.ts'
import type { Context } from '../args/context.ts'
import type { ChildCommand } from '../args/read-command.ts'
import type { Values } from '../args/tables/options.ts'
import { exitCodes } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { WholeRun } from '../sandbox/whole-run.ts'
import { runCaptured, type CommandEnd } from './captured-child.ts'
import { readChildEnvironment, type ToEnvironment } from './child-environment.ts'
import { watchSignals } from './signals.ts'

/** A run of the command in its own sandbox. */
export type CommandRun = CommandEnd & {
  name: string
  /** The judgement of all its requests. */
  report: Report
  /** The history of the run, if that is kept and not too large for a file. */
  history?: Session | undefined
}

/** The conditions of a run: how its sandbox starts, and what else differs between runs. */
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

/** The options that the runner reads. */
type RunnerContext = Pick<Context, 'env' | 'io'> & { readonly options: Values<'env'> }

type RunnerOptions = {
  /** The command of ours that judges the runs. */
  judge: string
  keepsHistory?: boolean
}

/** Turns of the event loop until a request that the command sent with its last breath has been answered. */
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
  readonly #stopWatching: (() => void)[]
  readonly #stop = new AbortController()
  readonly #kill = new AbortController()

  constructor(
    context: RunnerContext,
    settings: StartOptions,
    command: ChildCommand,
    { judge, keepsHistory = false }: RunnerOptions,
  ) {
    setMaxListeners(0, this.#stop.signal, this.#kill.signal) // each run that goes on is one
    this.#keepsHistory = keepsHistory
    this.#settings = settings
    this.#command = command
    this.#toEnvironment = readChildEnvironment(context, judge)
    this.#stopWatching = [
      watchSignals(context.io, (signal, before) => {
        this.#stop.abort(signal)
        if (before > 0) this.#kill.abort()
      }),
      context.io.onExit(() => this.#kill.abort()),
    ]
  }

  /** The exit code if a signal stopped the runs. */
  get stopCode(): number | undefined {
    const reason: unknown = this.stopped.reason
    if (typeof reason !== 'string') return undefined
    return exitCodes.signal + constants.signals[reason as NodeJS.Signals]
  }

  /** Aborted by the first signal, and when the command cannot be run. */
  get stopped(): AbortSignal {
    return this.#stop.signal
  }

  /**
   * Runs the command once. `read` takes from the sandbox what the caller needs before it closes. Returns undefined if
   * the run was stopped, or never began. @throws Failure when the command cannot be run
   */
  async run<Result>(
    plan: RunPlan,
    read: (run: CommandRun, sandbox: Sandbox) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const stop = this.#stopWith(plan.signal)
    if (stop.aborted) return undefined
    try {
      return await this.#runNow(plan, stop, read)
    } catch (error) {
      if (stop.aborted) return undefined
      this.#stop.abort(error) // the other runs would fail as well
      throw error
    }
  }

  /**
   * Runs a line for the shell on the output of a run, within `read`; signals stop it like the run.
   * @throws Failure when it cannot be run, and an error when it was stopped
   */
  async check(
    line: string,
    env: Environment,
    { signal, ...limits }: CheckLimits,
  ): Promise<CommandEnd> {
    const stop = this.#stopWith(signal)
    const signals = { stop, kill: this.#kill.signal }
    const end = await runCaptured([line], env, { ...limits, ...signals, isShellLine: true })
    stop.throwIfAborted()
    return end
  }

  /** Call at the end; after that, a signal ends the process as usual. */
  close(): void {
    for (const stop of this.#stopWatching) stop()
  }

  #stopWith(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.stopped, signal]) : this.stopped
  }

  async #runNow<Result>(
    { name, settings, timeoutMs, isOverTime, onStart }: RunPlan,
    stop: AbortSignal,
    read: (run: CommandRun, sandbox: Sandbox) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const options = { ...this.#settings, ...settings, host: undefined, port: 0 }
    const running = await start(options)
    const { sandbox, url } = running
    try {
      const requests = new WholeRun(sandbox)
      onStart?.(sandbox)
      const env = this.#toEnvironment({ url, key: options.apiKey })
      const end = await runCaptured(this.#command, env, {
        stop,
        kill: this.#kill.signal,
        timeoutMs,
        isOverTime: () => isOverTime?.(sandbox) ?? false,
      })
      for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
      if (stop.aborted) return undefined
      const report = requests.report()
      const history = this.#keepsHistory ? requests.history(report) : undefined
      return await read({ name, ...end, report, history }, sandbox)
    } finally {
      await running.close(0) // the command has ended, so nobody waits for an answer
    }
  }
}
