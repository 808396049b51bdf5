import { applyLie } from '../../../mutate/apply-lie.ts'
import type { Lie } from '../../../mutate/lie.ts'
import { judgeLie, type TriedLie } from '../../../mutate/score.ts'
import type { CommandRunner } from '../../child/command-runner.ts'
import type { Progress } from '../../child/progress.ts'
import type { Baseline } from './baseline.ts'
import { describeVerdict } from './results/verdict.ts'
import { runAltered } from './run-with-lie.ts'

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
  const one = async (lie: Lie, at: number) => {
    const applied = applyLie(lie)
    const ended = await runAltered(runner, lie.id, applied.alteration, { timeoutMs, signal })
    if (typeof ended === 'string') return
    const { run, calls } = ended
    const result = judgeLie(
      lie,
      { ...run, isApplied: applied.isApplied(), changedOutcomes: applied.changedOutcomes(), calls },
      baseline.calls,
    )
    results[at] = result
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
  const runs = await Promise.allSettled(lies.map(one))
  progress.end()
  const problem = runs.find((run) => run.status === 'rejected')
  if (problem) throw problem.reason
  return results
}
