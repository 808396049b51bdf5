import type { AnyContext } from './route.ts'
import type { Assignment, JobName, JobResult } from './work/work.ts'

/**
 * The result of work for a large answer, when its turn has come. `assign` is called then, and reads the sandbox as it
 * is by then. @throws ActionError; the reason of `left` when the asker leaves.
 */
export async function derive<Name extends JobName>(
  { parts, question }: Pick<AnyContext, 'parts' | 'question'>,
  assign: () => Assignment<Name>,
): Promise<JobResult<Name>> {
  await parts.derivedAnswers.turnOf(question)
  return parts.work.run(assign, question.left)
}
