import type { CommandRun, CommandRunner, RunPlan } from './command-runner.ts'
import { tellProgress } from './progress.ts'
import type { Context } from '../args/context.ts'
import type { SafeIo } from '../output/io.ts'
import { NO_REQUEST } from '../output/no-request.ts'

/** The line on an item that is done, and the output that is shown after it. */
type ItemLine = { text: string; output?: string | undefined }

type Work<Item> = {
  /** The number of items at a time. */
  jobs: number
  io: SafeIo
  /** Returns undefined for an item that a signal or the end of the time stopped. */
  work: (item: Item, at: number) => Promise<ItemLine | undefined>
}

/**
 * Does the work for all items, the first ones first, and tells on standard error what is done. After an error no other
 * begins; it is thrown when those that have begun are done.
 */
export async function workThrough<Item>(
  items: readonly Item[],
  { jobs, io, work }: Work<Item>,
): Promise<void> {
  let begun = 0
  let done = 0
  const worker = async () => {
    while (begun < items.length) {
      const at = begun
      begun += 1
      const line = await work(items[at]!, at)
      if (!line) continue
      done += 1
      tellProgress(io, `[${done}/${items.length}] ${line.text}`, line.output)
    }
  }
  const stopOthers = (error: unknown) => {
    begun = items.length
    throw error
  }
  const workers = Array.from({ length: jobs }, () => worker().catch(stopOthers))
  const ended = await Promise.allSettled(workers)
  const problem = ended.find((each) => each.status === 'rejected')
  if (problem) throw problem.reason
}

/** A run that has ended, or that a signal stopped or prevented. */
export type EndedRun = CommandRun | { name: string; missing: 'stopped' | 'not run' }

/** Runs the command once for each plan. Returns the runs in the order of the plans. @throws Failure */
export async function runAll(
  { io, options: { jobs, verbose } }: Context<'jobs' | 'verbose'>,
  runner: CommandRunner,
  plans: readonly RunPlan[],
): Promise<EndedRun[]> {
  const runs = plans.map(({ name }): EndedRun => ({ name, missing: 'not run' }))
  await workThrough(plans, {
    jobs,
    io,
    work: async (plan, at) => {
      const { name } = plan
      if (runner.stopped.aborted) return undefined
      const run = await runner.run(plan, (end) => end)
      runs[at] = run ?? { name, missing: 'stopped' }
      if (!run) return undefined
      const isShown = verbose || hasFailed(run)
      return { text: `${name}: ${describeEnd(run)}`, output: isShown ? run.output : undefined }
    },
  })
  return runs
}

/** Says on standard error that runs met nothing, because the command made no request in any of them. */
export function warnOfNoRequest({ io }: Context, runs: readonly EndedRun[]): void {
  const done = runs.filter((run) => 'report' in run)
  if (done.length === 0 || done.some(({ report }) => report.calls > 0)) return
  io.stderr.write(`alias-sandbox: warning: ${NO_REQUEST}\n`)
}

/** A command that its time limit stopped has failed, even if it then exits with 0. */
export function hasFailed({ exitCode, isOverTime }: CommandRun): boolean {
  return isOverTime || exitCode !== 0
}

/** `exit 1`, or `over time` if the time limit stopped the command. */
export function describeEnd({ exitCode, isOverTime }: CommandRun): string {
  return isOverTime ? 'over time' : `exit ${exitCode}`
}
