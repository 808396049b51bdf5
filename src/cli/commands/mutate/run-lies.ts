import { applyLie } from '../../../hunt/mutate/apply-lie.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { judgeLie, type TriedLie } from '../../../hunt/mutate/score.ts'
import type { CommandRunner } from '../../child/command-runner.ts'
import type { Progress } from '../../child/progress.ts'
import { refuseLaterFailure, runCheck, type Baseline } from './baseline.ts'
import { describeVerdict } from './results/verdict.ts'
import { runAltered, type Limits } from './run-with-lie.ts'

type Budget = {
  /** Time limit of each run. */
  timeoutMs: number
  /** Aborted when the time for the whole search is over. */
  signal: AbortSignal | undefined
  /** Runs at a time. */
  jobs: number
  /** Print the output of each run. */
  verbose: boolean
}

/** After so many lies, the command runs without one: a suite that passes by chance fails there sooner or later. */
const CHECK_EVERY = 5

/** Runs the command once for each lie, those of the most worth first, until time or a signal ends it. */
export async function runLies(
  runner: CommandRunner,
  lies: readonly Lie[],
  baseline: Baseline,
  { budget, progress }: { budget: Budget; progress: Progress },
): Promise<TriedLie[]> {
  const { timeoutMs, signal, jobs, verbose } = budget
  const results = lies.map((lie): TriedLie => ({ lie, verdict: 'not_run', how: 'no time left' }))
  const counts = { done: 0, noticed: 0, missed: 0 }
  const startedAt = performance.now()
  const showState = () => {
    const { done, noticed, missed } = counts
    const each = done === 0 ? baseline.ms / jobs : (performance.now() - startedAt) / done
    const left = Math.ceil((each * (lies.length - done)) / 1_000)
    progress.show(
      `[${done}/${lies.length}] ${noticed} noticed, ${missed} not noticed, about ${left} s left`,
    )
  }
  const one = async (lie: Lie, at: number, limits: Limits) => {
    const applied = applyLie(lie)
    const ended = await runAltered(runner, lie.id, applied.manner, limits)
    if (typeof ended === 'string') return
    const { run, calls } = ended
    if (!applied.hasActed()) refuseLaterFailure(run)
    const result = judgeLie(
      lie,
      { ...run, isApplied: applied.isApplied(), changedOutcomes: applied.changedOutcomes(), calls },
      baseline.calls,
    )
    results[at] = { ...result, history: run.history }
    counts.done += 1
    if (result.verdict === 'noticed') counts.noticed += 1
    if (result.verdict === 'not_noticed') counts.missed += 1
    if (verbose || !progress.isLive) {
      const line = `[${counts.done}/${lies.length}] ${lie.id}: ${describeVerdict(result)}`
      progress.log(line, verbose ? run.output : '')
    }
    showState()
  }
  showState()
  // A failure stops the other runs.
  const broken = new AbortController()
  const limits = {
    timeoutMs,
    signal: AbortSignal.any([broken.signal, ...(signal ? [signal] : [])]),
  }
  const check = () => runCheck(runner, limits)
  const jobsToDo = lies.flatMap((lie, at) => [
    ...(at > 0 && at % CHECK_EVERY === 0 ? [check()] : []),
    one(lie, at, limits),
  ])
  const runs = await Promise.allSettled(
    jobsToDo.map((run) =>
      run.catch((error: unknown) => {
        broken.abort()
        throw error
      }),
    ),
  )
  const problem = runs.find((run) => run.status === 'rejected')
  if (problem) {
    progress.end()
    throw problem.reason
  }
  // Not counted toward the time: a score that nothing confirms is worth nothing.
  if (counts.done > 0) await runCheck(runner, { timeoutMs })
  progress.end()
  return results
}
