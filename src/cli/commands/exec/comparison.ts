import type { StartOptions } from '../../../node/start.ts'
import type { Result } from '../../../results/result.ts'
import type { Context } from '../../args/context.ts'
import type { ExecOption } from '../../args/tables/option-groups.ts'
import type { RunPlan } from '../../child/command-runner.ts'
import type { EndedRun } from '../../child/run-all.ts'

/** Runs the command under some conditions, side by side; returns the runs in their order. */
export type RunUnder = (conditions: readonly RunPlan[]) => Promise<EndedRun[]>

export type Comparison = {
  runs: readonly EndedRun[]
  result: Result
  /** Did the client break what --verify asks of it? */
  isBroken: boolean
}

/** A way in which --each compares: with the names behind its `=`, or with all there are. @throws Failure */
export type Way = (
  context: Context<ExecOption>,
  settings: StartOptions,
  names: readonly string[] | undefined,
) => Promise<Compare> | Compare
type Compare = (run: RunUnder, stopCode: () => number | undefined) => Promise<Comparison>
