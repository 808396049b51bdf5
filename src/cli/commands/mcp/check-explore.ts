import { mustBe } from '../../../contract/values/invalid-choice.ts'
import { readDuration } from '../../../contract/values/to-ms.ts'
import { signalOf } from '../../child/child.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { toAgentHints } from './agent-hints.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolArguments } from './arguments.ts'
import { AGAIN, endText, nextAfter } from './check-end.ts'
import { toScenario } from './inside-folder.ts'
import type { Workbench } from './workbench.ts'

const MAX_TIME_MS = 30 * 60_000

/** Looks for scenarios that break the command: the worst problem comes first. @throws Failure */
export async function checkWithExplore(
  workbench: Workbench,
  args: ToolArguments,
  stop: AbortSignal,
): Promise<ToolAnswer> {
  if (args.text('report') !== undefined) throw usageError('report is for mode exec only')
  const [scenario, time] = [args.text('scenario'), args.text('time')]
  if (time !== undefined && readDuration(time) > MAX_TIME_MS) {
    throw usageError(`time ${mustBe('at most 30m', time)}`)
  }
  const argv = [
    'explore',
    ...(scenario === undefined ? [] : [await toOption(workbench, scenario)]),
    ...(time === undefined ? [] : [`--time=${time}`]),
    '--',
    ...workbench.context.childCommand,
  ]
  const { exitCode, stdout, stderr } = await workbench.run(argv, stop)
  const isVerdict = exitCode === exitCodes.ok || exitCode === exitCodes.problems
  const signal = signalOf(exitCode)
  return {
    text: `${endText(exitCode, argv)}\n${toAgentHints(stdout)}`,
    // Beside a verdict, it tells only the progress.
    ...(!isVerdict && { ending: stderr }),
    next: signal === undefined ? nextOf(exitCode) : nextAfter(signal),
    isError: !isVerdict,
  }
}

/** Explores from one scenario, or runs again in one that was found: its JSON. @throws Failure */
async function toOption(workbench: Workbench, scenario: string): Promise<string> {
  if (scenario.startsWith('{')) return `--repeat=${scenario}`
  await workbench.settingsOf(toScenario(scenario))
  return `--scenarios=${toScenario(scenario)}`
}

function nextOf(exitCode: number): string {
  if (exitCode === exitCodes.ok) return 'nothing was found; more time finds more.'
  if (exitCode === exitCodes.problems) return `correct the client for the first problem, ${AGAIN}`
  return `correct what the last lines name; ${AGAIN}`
}
