import { constants } from 'node:os'
import type { Report } from '../../core/report/report.ts'
import { start, type StartOptions } from '../../start.ts'
import { startCaptured, type CapturedChild } from './captured-child.ts'
import { readChildEnvironment } from './child-environment.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { exitCodes } from '../output/failure.ts'
import { watchSignals } from './signals.ts'
import { WholeRun } from '../sandbox/whole-run.ts'

/** One run of the command in its own sandbox. */
export type CommandRun = {
  name: string
  exitCode: number
  report: Report
  /** The end of the command's output. */
  output: string
}

/** A run that a signal stopped or prevented. */
export type Missing = 'stopped' | 'not run'

/** How the sandbox of a run starts. */
export type CommandRunPlan = { name: string } & Pick<StartOptions, 'start'> &
  Partial<Pick<StartOptions, 'overrides'>>

type Command = readonly [command: string, ...args: string[]]

/** Runs a command several times. The first signal stops the runs, the second one kills them. */
export class CommandRunner {
  readonly #context: Context<CommandRunOption>
  readonly #settings: StartOptions
  readonly #command: Command
  readonly #children = new Set<CapturedChild>()
  readonly #stopWatching: () => void
  #isStopped = false
  #signal: NodeJS.Signals | undefined

  constructor(context: Context<CommandRunOption>, settings: StartOptions, command: Command) {
    this.#context = context
    this.#settings = settings
    this.#command = command
    this.#stopWatching = watchSignals(context.io, (signal, before) => {
      this.#signal ??= signal
      this.#isStopped = true
      for (const child of this.#children) {
        if (before > 0) child.kill()
        else child.stop(signal)
      }
    })
  }

  /** The exit code if a signal stopped the runs. */
  get stopCode(): number | undefined {
    return this.#signal && exitCodes.signal + constants.signals[this.#signal]
  }

  /**
   * Runs the command once for each plan, several in parallel, and prints the progress to stderr. Returns
   * the runs in the order of the plans. @throws Failure
   */
  async run(plans: readonly CommandRunPlan[]): Promise<(CommandRun | Missing)[]> {
    const { io, options } = this.#context
    const runs = plans.map((): CommandRun | Missing => 'not run')
    let next = 0
    let done = 0
    const work = async () => {
      for (let at = next; at < plans.length && !this.#isStopped; at = next) {
        next += 1
        runs[at] = 'stopped'
        const run = await this.#runOne(plans[at]!)
        if (this.#signal) return
        runs[at] = run
        done += 1
        io.stderr.write(`[${done}/${plans.length}] ${run.name}: exit ${run.exitCode}\n`)
        if (options.verbose || run.exitCode !== 0) io.stderr.writeRaw(indented(run.output))
      }
    }
    const workers = Array.from({ length: Math.min(options.jobs ?? 2, plans.length) }, () =>
      work().catch((error: unknown) => {
        this.#isStopped = true // the other runs would fail as well
        throw error
      }),
    )
    const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected' && !this.#signal) throw failed.reason
    return runs
  }

  /** Call at the end; after that, a signal ends the process as usual. */
  close(): void {
    this.#stopWatching()
  }

  async #runOne(plan: CommandRunPlan): Promise<CommandRun> {
    const toEnvironment = readChildEnvironment(this.#context)
    const settings = { ...this.#settings, ...plan, host: undefined, port: 0 }
    const running = await start(settings)
    try {
      const calls = new WholeRun(running.sandbox)
      const env = toEnvironment({ url: running.url, key: settings.apiKey })
      const [command, ...args] = this.#command
      const { exitCode, output } = await this.#runChild(command, args, env)
      return { name: plan.name, exitCode, report: calls.report(), output }
    } finally {
      await running.close(this.#isStopped ? 0 : undefined)
    }
  }

  async #runChild(command: string, args: readonly string[], env: Context['env']) {
    const child = startCaptured(command, args, env)
    this.#children.add(child)
    if (this.#signal) child.stop(this.#signal) // received while the sandbox was starting
    try {
      return await child.ended
    } finally {
      this.#children.delete(child)
    }
  }
}

function indented(output: string): string {
  return output === '' ? '' : `${output.trimEnd().replaceAll(/^/gm, '    ')}\n`
}
