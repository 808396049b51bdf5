import type { JobName, JobResult } from '../node/work/jobs.ts'
import type { Assignment } from '../node/work/worker-thread.ts'
import type { AnyContext } from './route.ts'

/**
 * What the worker thread makes for a large answer, when its turn has come. `assign` is called then, and reads the
 * sandbox as it is by then. @throws ActionError; the reason of `left` when the client leaves.
 */
export async function derive<Name extends JobName>(
  { parts, response, left }: Pick<AnyContext, 'parts' | 'response' | 'left'>,
  assign: () => Assignment<Name>,
): Promise<JobResult<Name>> {
  await parts.derivedAnswers.turnOf(response, left)
  return parts.thread.run(assign, left)
}
