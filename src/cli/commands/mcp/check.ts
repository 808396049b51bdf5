import { usageError } from '../../output/failure.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolArguments } from './arguments.ts'
import { checkWithExec } from './check-exec.ts'
import { checkWithExplore } from './check-explore.ts'
import type { Workbench } from './workbench.ts'

const NO_COMMAND =
  'check has no command: it runs only the one that the tool was started with, as in: alias-sandbox mcp -- npm test'
const NO_RESULT =
  'page shows more of the last result, and there is none yet: call check without page'

/** Runs the command of the tool against a sandbox of its own, or shows more of what it last said. @throws Failure */
export async function runCheck(
  workbench: Workbench,
  args: ToolArguments,
  stop: AbortSignal,
): Promise<ToolAnswer> {
  if (args.number('page') === undefined) {
    if (workbench.context.childCommand.length === 0) throw usageError(NO_COMMAND)
    const check = args.text('mode') === 'explore' ? checkWithExplore : checkWithExec
    workbench.lastCheck = await check(workbench, args, stop)
  }
  if (!workbench.lastCheck) throw usageError(NO_RESULT)
  return workbench.lastCheck
}
