import type { CommandRun, CommandRunner, Missing } from '../../child/command-runner.ts'
import { countCalls, type CallCounts } from '../../../mutate/count-calls.ts'
import type { Alteration } from '../../../core/calls/alteration.ts'

/** A run of the command while the service does what an alteration makes it do. */
export type AlteredRun = { run: CommandRun; calls: CallCounts; ms: number }

export type Limits = { timeoutMs: number | undefined; signal?: AbortSignal | undefined }

/** Runs the command once in a sandbox with this alteration. */
export async function runAltered(
  runner: CommandRunner,
  name: string,
  inner: Alteration,
  { timeoutMs, signal }: Limits,
): Promise<AlteredRun | Missing> {
  const { alteration, counts } = countCalls(inner)
  const plan = { name, settings: { alteration }, timeoutMs, signal }
  return runner.run(plan, ({ run }) => ({ run, calls: counts, ms: run.ms }))
}
