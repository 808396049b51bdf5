import type { CommandRun, CommandRunner, Missing } from '../../child/command-runner.ts'
import { countCalls, type CallCounts } from '../../../hunt/mutate/count-calls.ts'
import type { Manner } from '../../../core/calls/manner.ts'

/** A run of the command while the service answers calls in another manner. */
export type AlteredRun = { run: CommandRun; calls: CallCounts; ms: number }

export type Limits = { timeoutMs: number | undefined; signal?: AbortSignal | undefined }

/** Runs the command once in a sandbox that makes calls in this manner. */
export async function runAltered(
  runner: CommandRunner,
  name: string,
  inner: Manner,
  { timeoutMs, signal }: Limits,
): Promise<AlteredRun | Missing> {
  const { manner, counts } = countCalls(inner)
  const plan = { name, settings: { manner }, timeoutMs, signal }
  return runner.run(plan, ({ run }) => ({ run, calls: counts, ms: run.ms }))
}
