import type { CommandRun, CommandRunner, Missing, RunPlan } from './command-runner.ts'
import { Progress } from './progress.ts'
import type { Context } from '../args/context.ts'
import { NO_CALL } from '../output/no-call.ts'

/**
 * Runs the command once for each plan, several in parallel, with the progress on standard error. Returns the
 * runs in the order of the plans. @throws Failure
 */
export async function runAll(
  { io, env, options }: Context<'verbose'>,
  runner: CommandRunner,
  plans: readonly RunPlan[],
): Promise<(CommandRun | Missing)[]> {
  const progress = new Progress(io, env)
  let done = 0
  let failed = 0
  const showState = () =>
    progress.show(`[${done}/${plans.length}] ${failed > 0 ? `${failed} failed` : 'running'}`)
  showState()
  const one = async (plan: RunPlan) => {
    const run = await runner.run(plan, (end) => end.run)
    if (typeof run === 'string') return run
    done += 1
    if (hasFailed(run)) failed += 1
    const isShown = options.verbose || hasFailed(run)
    if (isShown || !progress.isLive) {
      const line = `[${done}/${plans.length}] ${run.name}: ${describeEnd(run)}`
      progress.log(line, isShown ? run.output : '')
    }
    showState()
    return run
  }
  try {
    const runs = await Promise.allSettled(plans.map(one))
    const problem = runs.find((run) => run.status === 'rejected')
    if (problem) throw problem.reason
    return runs.map((run) => (run.status === 'fulfilled' ? run.value : 'not run'))
  } finally {
    progress.end()
  }
}

/** Says on standard error that runs met nothing, because the command made no call in any of them. */
export function warnOfNoCall({ io }: Context, runs: readonly (CommandRun | Missing)[]): void {
  const done = runs.filter((run) => typeof run !== 'string')
  if (done.length === 0 || done.some(({ report }) => report.calls > 0)) return
  io.stderr.write(`alias-sandbox: warning: ${NO_CALL}\n`)
}

/** A command that its time limit stopped has failed, even if it then exits with 0. */
export function hasFailed({ exitCode, isOverTime }: CommandRun): boolean {
  return isOverTime || exitCode !== 0
}

/** `exit 1`, or `over time` if the time limit stopped the command. */
export function describeEnd({ exitCode, isOverTime }: CommandRun): string {
  return isOverTime ? 'over time' : `exit ${exitCode}`
}
