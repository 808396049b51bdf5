import type { HistoryFile } from '../../../contract/history/file.ts'
import { mergeScenarios, type Scenario } from '../../../contract/scenario/scenario.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import type { Client, Observed } from '../../../hunt/explore/client.ts'
import { isInLoop } from '../../../hunt/explore/endless-loop.ts'
import { observe } from '../../../hunt/explore/observe.ts'
import type { Story } from '../../../hunt/explore/story.ts'
import { toHistoryFile } from '../../../history/file/from-sandbox.ts'
import { mergeNamed } from '../../../scenario/merge.ts'
import type { StartOptions } from '../../../start.ts'
import { machineClock } from '../../../hunt/time-travel/machine-clock.ts'
import { version } from '../../../version.ts'
import type { CommandRunner, EndOfRun, RunPlan } from '../../child/command-runner.ts'
import { prepareTravel } from '../../child/prepare-travel.ts'
import type { Environment } from '../../output/io.ts'
import { checkOutput, type Checked } from './expected-output.ts'
import { howItEnded } from './how-it-ended.ts'
import type { RunLimits } from './run-limits.ts'
import { RunTally } from './run-tally.ts'

type Setup = {
  settings: StartOptions
  env: Environment
  /** The speed of account clocks. */
  scale: number | undefined
  /** The command of --expect-output. */
  check: string | undefined
  /** Whether files are made of what is found, so that runs keep the history of their accounts. */
  isSaving: boolean
  /** Called after each run. */
  onRun: (story: Story, observed: Observed) => void
}

/** How runs are made; it changes once, when the first one has shown what the command is like. */
export type Manner = { isTravelling: boolean; limits: RunLimits }

/** A run, and how it went. */
export type Recorded = {
  observed: Observed
  hasTravelled: boolean
  realMs: number
}

/** The command of the user as a client to explore: each run is a process in a sandbox of its own. */
export class CommandClient implements Client {
  readonly #runner: CommandRunner
  readonly #setup: Setup
  manner: Manner
  /** What made further runs useless; then `failed` is aborted. */
  failure: unknown
  readonly #failing = new AbortController()
  readonly #files = new WeakMap<Observed, HistoryFile>()
  /** What a reader must know of the runs. */
  readonly tally = new RunTally()

  constructor(runner: CommandRunner, setup: Setup, manner: Manner) {
    this.#runner = runner
    this.#setup = setup
    this.manner = manner
  }

  get failed(): AbortSignal {
    return this.#failing.signal
  }

  async run(story: Story, signal?: AbortSignal): Promise<Observed> {
    const keep = ({ running: { sandbox } }: EndOfRun, observed: Observed) => {
      if (!this.#setup.isSaving) return observed
      this.#files.set(observed, toHistoryFile(sandbox, sandbox.accounts(), { version }))
      return observed
    }
    return this.#run(story, keep, signal)
  }

  /** Runs a story and says how it went. */
  async record(story: Story): Promise<Recorded> {
    return this.#run(story, ({ run }, observed, hasTravelled) => ({
      observed,
      hasTravelled,
      realMs: run.ms,
    }))
  }

  /** The history of a run, with --save or a page as the report: no further run is needed, which may take minutes. */
  historyOf(observed: Observed): HistoryFile | undefined {
    return this.#files.get(observed)
  }

  async #run<Result>(
    story: Story,
    read: (end: EndOfRun, observed: Observed, hasTravelled: boolean) => Result,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { limits, isTravelling } = this.manner
    const travel = isTravelling ? await prepareTravel('explore', 'use --no-time-travel') : undefined
    try {
      const clock = travel?.clock ?? machineClock
      const startedMs = clock.now()
      // A client that waits for nothing more is over time at once.
      travel?.clock.limit(limits.travelMs + 1, () => {})
      const realStartMs = performance.now()
      const hasTooManyCalls = (sandbox: Sandbox) => countCalls(sandbox) > limits.calls
      const isOverTime = (sandbox: Sandbox) => {
        if (hasTooManyCalls(sandbox)) return true
        if (sandbox.accounts().some((one) => isInLoop(one, limits.alike))) return true
        if (clock.now() - startedMs > limits.travelMs) return true
        const waitedMs = Math.min(limits.waitMs, travel?.clock.hinderedMs ?? limits.waitMs)
        return performance.now() - realStartMs > limits.realMs + waitedMs
      }
      const plan: RunPlan = {
        name: story.name,
        settings: { ...this.#toStart(story), clock },
        environment: (env) => ({ ...env, ...travel?.environment(env) }),
        isOverTime,
        signal,
      }
      const result = await this.#runner.run(plan, async (end) => {
        const { sandbox } = end.running
        const measured = { endedMs: clock.now(), hasTooManyCalls: hasTooManyCalls(sandbox) }
        const observed = await this.#observe(end, measured, signal)
        this.#setup.onRun(story, observed)
        if (travel) this.tally.addTravel(observed, travel.clock.hinderedMs)
        return { value: read(end, observed, travel?.hasJoined ?? false) }
      })
      if (typeof result === 'string') throw new Ended(`the run was ${result}`)
      return result.value
    } catch (error) {
      if (!(error instanceof Ended)) {
        this.failure ??= error
        this.#failing.abort()
      }
      throw error
    } finally {
      await travel?.close()
    }
  }

  async #observe(
    { run, running: { sandbox } }: EndOfRun,
    measured: Pick<Observed, 'endedMs' | 'hasTooManyCalls'>,
    signal: AbortSignal | undefined,
  ): Promise<Observed> {
    const ended = howItEnded(run)
    const { check, env } = this.#setup
    const { incomplete, unchecked }: Checked =
      check !== undefined && ended.end === 'passed'
        ? await checkOutput(check, run.stdout, { runner: this.#runner, sandbox, env, signal })
        : {}
    if (unchecked !== undefined) this.tally.addUnchecked(unchecked)
    return observe(sandbox.accounts(), { ...ended, output: run.output, incomplete, ...measured })
  }

  /** @throws ScenarioError when the parts of the story contradict each other */
  #toStart(story: Story): Pick<StartOptions, 'start' | 'overrides'> {
    const { settings, scale } = this.#setup
    const { choices } = story.scenario
    // Accounts that the command makes itself follow the same reading of the document.
    const overrides = mergeScenarios(
      ...(choices ? [{ choices } satisfies Scenario] : []),
      settings.overrides,
      ...(scale === undefined ? [] : [{ clock: { scale } } satisfies Scenario]),
    )
    return { start: mergeNamed([story], overrides), overrides }
  }
}

function countCalls(sandbox: Sandbox): number {
  return sandbox.accounts().reduce((calls, { history }) => calls + history.nextCall - 1, 0)
}

/** A run that was ended early has no result; that is no failure. */
class Ended extends Error {}
