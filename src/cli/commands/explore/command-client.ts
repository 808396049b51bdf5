import type { Session } from '../../../contract/session/session.ts'
import {
  type NamedScenario,
  type Scenario,
  mergeScenarios,
} from '../../../contract/scenario/scenario.ts'
import type { Client, ObservedRun } from '../../../hunt/explore/client.ts'
import { observe } from '../../../hunt/explore/observe.ts'
import { excessOf, type Excess, type RunLimits } from '../../../hunt/explore/run-limits.ts'
import { Activity } from '../../../hunt/explore/search/activity.ts'
import { waitsOf } from '../../../hunt/explore/scenarios/waits-of.ts'
import { FIRST_REFUSAL_MS } from '../../../node/http/v1/first-refusals.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { machineClock } from '../../../node/machine-clock.ts'
import { mergeNamed } from '../../../scenario/merge.ts'
import type { StartOptions } from '../../../node/start.ts'
import type { CommandRun, CommandRunner, RunPlan } from '../../child/command-runner.ts'
import type { Environment } from '../../output/io.ts'
import { checkOutput, type CheckResult } from './expected-output.ts'
import { howItEnded } from './how-it-ended.ts'
import { RunTally } from './run-tally.ts'

type Setup = {
  settings: StartOptions
  env: Environment
  /** The command of --expect-output. */
  check: string | undefined
  /** Called after each run. */
  onRun: (scenario: NamedScenario, observed: ObservedRun) => void
}

/** A run, and how it went. */
export type RecordedRun = { observed: ObservedRun; realMs: number }

/** The command of the user as a client to explore: each run is a process in a sandbox of its own. */
export class CommandClient implements Client {
  readonly #runner: CommandRunner
  readonly #setup: Setup
  /** They change once, when the first run has shown what the command is like. */
  limits: RunLimits
  /** The error that made further runs useless; then `failed` is aborted. */
  failure: unknown
  readonly #failing = new AbortController()
  readonly #files = new WeakMap<ObservedRun, Session>()
  /** The facts about the runs that a reader needs. */
  readonly tally = new RunTally()

  constructor(runner: CommandRunner, setup: Setup, limits: RunLimits) {
    this.#runner = runner
    this.#setup = setup
    this.limits = limits
  }

  get failed(): AbortSignal {
    return this.#failing.signal
  }

  async run(
    scenario: NamedScenario,
    signal: AbortSignal,
    activity: Activity,
  ): Promise<ObservedRun> {
    return (await this.record(scenario, activity, signal)).observed
  }

  /** The history of a run, with --save or a page as the report: no further run is needed, which may take minutes. */
  historyOf(observed: ObservedRun): Session | undefined {
    return this.#files.get(observed)
  }

  /** Runs a scenario and says how it went. */
  async record(
    scenario: NamedScenario,
    activity = new Activity(),
    signal?: AbortSignal,
  ): Promise<RecordedRun> {
    const { limits } = this
    const startedMs = performance.now()
    let excess: Excess | undefined
    const plan: RunPlan = {
      name: scenario.name,
      settings: { ...this.#toStart(scenario), firstRefusalMs: FIRST_REFUSAL_MS },
      onStart: (sandbox) => activity.follow(sandbox, () => machineClock.now()),
      isOverTime: (sandbox) => {
        const sinceMs = performance.now() - startedMs
        excess = excessOf(sandbox.accounts(), limits, { sinceMs, nowMs: machineClock.now() })
        return excess !== undefined
      },
      signal,
    }
    try {
      const recorded = await this.#runner.run(plan, async (run, sandbox) => {
        const observed = await this.#observe(run, sandbox, excess, signal)
        if (run.history) this.#files.set(observed, run.history)
        this.#setup.onRun(scenario, observed)
        if (excess === 'time') this.tally.addStopped()
        if (excess === 'silence') this.tally.addSilent()
        return { observed, realMs: run.ms }
      })
      if (!recorded) throw new RunEndedError('the run was stopped')
      return recorded
    } catch (error) {
      if (!(error instanceof RunEndedError)) {
        this.failure ??= error
        this.#failing.abort()
      }
      throw error
    }
  }

  async #observe(
    run: CommandRun,
    sandbox: Sandbox,
    excess: Excess | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ObservedRun> {
    const ended = howItEnded(run)
    const { check, env } = this.#setup
    const { incomplete, unchecked }: CheckResult =
      check !== undefined && ended.end === 'passed'
        ? await checkOutput(check, run.stdout, { runner: this.#runner, sandbox, env, signal })
        : {}
    if (unchecked !== undefined) this.tally.addUnchecked(unchecked)
    return observe(sandbox.accounts(), {
      ...ended,
      output: run.output,
      incomplete,
      endedMs: machineClock.now(),
      hasTooManyCalls: excess === 'calls',
    })
  }

  /** @throws ScenarioError when the parts of the scenario contradict each other */
  #toStart(scenario: NamedScenario): Pick<StartOptions, 'start' | 'overrides'> {
    const { settings } = this.#setup
    const { choices } = scenario.scenario
    const waits = waitsOf(scenario.scenario)
    // Accounts that the command makes itself follow the same reading of the document.
    const overrides = mergeScenarios(
      { waits, ...(choices && { choices }) } satisfies Scenario,
      settings.overrides,
    )
    return { start: mergeNamed([scenario], overrides), overrides }
  }
}

/** A run that was ended early has no result; that is no failure. */
class RunEndedError extends Error {}
