import { applyLie, noLie, type AppliedLie } from '../../../hunt/mutate/apply-lie.ts'
import { countCalls } from '../../../hunt/mutate/count-calls.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { judgeLie, type TriedLie } from '../../../hunt/mutate/score.ts'
import { tryLie } from '../../../hunt/mutate/try-lie.ts'
import type { Context } from '../../args/context.ts'
import type { CommandRunner } from '../../child/command-runner.ts'
import { tellProgress } from '../../child/progress.ts'
import { describeEnd, hasFailed, workThrough } from '../../child/run-all.ts'
import type { Baseline } from './baseline.ts'
import { FlakySuite } from './flaky-suite.ts'
import { describeVerdict } from './results/result.ts'

type Limits = {
  /** Time limit of each run. */
  timeoutMs: number
  /** Aborted when the time for the whole search is over. */
  signal: AbortSignal | undefined
}

/**
 * Tries each lie, those of the most worth first, until time or a signal ends it.
 * @throws FlakySuite, Failure
 */
export async function runLies(
  { io, options: { jobs, verbose } }: Context<'jobs' | 'verbose'>,
  runner: CommandRunner,
  lies: readonly Lie[],
  baseline: Baseline,
  { timeoutMs, signal }: Limits,
): Promise<TriedLie[]> {
  const results = lies.map((lie): TriedLie => ({ lie, verdict: 'not_run', how: 'no time left' }))
  // A flaky suite makes the other runs useless.
  const broken = new AbortController()
  const limits = {
    timeoutMs,
    signal: AbortSignal.any([broken.signal, ...(signal ? [signal] : [])]),
  }
  const run = async (name: string, { manner: inner, ...told }: AppliedLie) => {
    const { manner, counts: calls } = countCalls(inner)
    const ended = await runner.run({ name, settings: { manner }, ...limits }, (end) => end)
    if (!ended) return undefined
    if (verbose) tellProgress(io, `${name}: ${describeEnd(ended)}`, ended.output)
    const [isApplied, changedOutcomes] = [told.isApplied(), told.changedOutcomes()]
    return {
      run: { ...ended, isApplied, changedOutcomes, calls },
      hasFailed: hasFailed(ended),
      hasLied: told.hasActed(),
    }
  }
  await workThrough(lies, {
    jobs,
    io,
    work: async (lie, at) => {
      const trial = await tryLie({
        withLie: () => run(lie.id, applyLie(lie)),
        withoutLie: () => run('without a lie', noLie),
      })
      if (!trial) return undefined
      const {
        end,
        run: { run: shown, hasLied },
      } = trial
      if (end === 'flaky') {
        broken.abort()
        if (!verbose) tellProgress(io, `${shown.name}: ${describeEnd(shown)}`, shown.output)
        throw new FlakySuite(shown, hasLied ? lie : undefined)
      }
      const result = judgeLie(lie, shown, baseline.calls)
      results[at] = { ...result, history: shown.history }
      return { text: `${lie.id}: ${describeVerdict(result)}` }
    },
  })
  return results
}
