import { exitCodes, Failure, runtimeError } from '../../output/failure.ts'
import { NO_REQUEST } from '../../output/no-request.ts'
import type { Context } from '../../args/context.ts'
import type { CommandRun, CommandRunner } from '../../child/command-runner.ts'
import { describeEnd, hasFailed, runAll } from '../../child/run-all.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { countCalls, differences, type CallCounts } from '../../../hunt/mutate/count-calls.ts'
import { watchForLies } from '../../../hunt/mutate/apply-lie.ts'
import type { AliasState } from '../../../hunt/mutate/watch-states.ts'
import { FlakySuite } from './flaky-suite.ts'

/** The behaviour of the command while the service keeps to its document. */
export type Baseline = {
  /** The lies that its calls leave room for. */
  possible: ReadonlySet<Lie>
  /** The states of aliases that its calls meet. */
  metStates: ReadonlySet<AliasState>
  calls: CallCounts
  /** The time that the longer of the two runs took. */
  ms: number
  /** In what the two runs differ; a suite that is not repeatable may notice a lie by chance. */
  differences: readonly string[]
}

/**
 * Runs the command twice without lies.
 * @throws FlakySuite, and Failure if it fails, or makes no request, or on a signal
 */
export async function runBaseline(
  context: Context<'jobs' | 'verbose'>,
  runner: CommandRunner,
  lies: readonly Lie[],
  timeoutMs: number | undefined,
): Promise<Baseline> {
  const watches = ['baseline', 'baseline again'].map((name) => {
    const { manner: inner, ...watch } = watchForLies(lies)
    const { manner, counts } = countCalls(inner)
    return { watch, calls: counts, plan: { name, settings: { manner }, timeoutMs } }
  })
  const runs = await runAll(
    context,
    runner,
    watches.map(({ plan }) => plan),
  )
  const done = runs.filter((run) => 'report' in run)
  if (done.length < runs.length) throw stopped(runner)
  refuseFailure(done)
  const [first, second] = watches.map(({ calls }) => calls)
  if (first!.size === 0)
    throw runtimeError(`mutate: ${NO_REQUEST}, and there is nothing to lie about`)
  return {
    possible: new Set(watches.flatMap(({ watch }) => watch.possible())),
    metStates: new Set(watches.flatMap(({ watch }) => [...watch.metStates])),
    calls: first!,
    ms: Math.max(...done.map(({ ms }) => ms)),
    differences: differences(first!, second!),
  }
}

function stopped({ stopCode }: CommandRunner): Failure {
  const message = 'stopped before the baseline was complete; no lie was tried'
  return new Failure(stopCode ?? exitCodes.runtime, [`alias-sandbox: mutate: ${message}`])
}

function refuseFailure(runs: readonly CommandRun[]): void {
  const failed = runs.find(hasFailed)
  if (!failed) return
  if (runs.some((run) => !hasFailed(run))) throw new FlakySuite(failed)
  throw runtimeError(
    `mutate: the command fails without any lie (${describeEnd(failed)}); it must pass before its tests can be tried`,
  )
}
