import type { StartOptions } from '../../../node/start.ts'
import type { Result } from '../../../results/result.ts'
import type { Context } from '../../args/context.ts'
import type { ExecOption } from '../../args/tables/option-groups.ts'
import type { RunPlan } from '../../child/command-runner.ts'
import type { EndedRun } from '../../child/run-all.ts'

export type Comparison = {
  runs: readonly EndedRun[]
  result: Result
  /** Did the client break what --verify asks of it? */
  isBroken: boolean
}

type Input = {
  context: Context<ExecOption>
  settings: StartOptions
  /** The names behind the `=` of --each; undefined: all there are. */
  names: readonly string[] | undefined
  /** Runs the command under some conditions, side by side; returns the runs in their order. */
  run: (conditions: readonly RunPlan[]) => Promise<EndedRun[]>
  /** The exit code if a signal stopped the runs. */
  stopCode: () => number | undefined
}

/** A way in which --each compares. @throws Failure for a name that there is not, before the first run */
export type Way = (input: Input) => Promise<Comparison>
