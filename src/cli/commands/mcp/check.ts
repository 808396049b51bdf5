import { signalOf } from '../../child/child.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolArguments } from './arguments.ts'
import { checkNew } from './inside-folder.ts'
import { toScenario } from './scenario-name.ts'
import type { Workbench } from './workbench.ts'

const NO_COMMAND =
  'check has no command: it runs only the one that the tool was started with, as in: alias-sandbox mcp -- npm test'

/** Runs the command of the tool against a sandbox of its own, or shows more of what it last said. @throws Failure */
export async function runCheck(
  workbench: Workbench,
  args: ToolArguments,
  stop: AbortSignal,
): Promise<ToolAnswer> {
  if ((args.number('page') ?? 1) > 1) {
    if (workbench.lastCheck) return workbench.lastCheck
    throw usageError('page: check has not been run yet')
  }
  const { childCommand } = workbench.context
  if (childCommand.length === 0) throw usageError(NO_COMMAND)
  const scenario = args.text('scenario')
  if (scenario !== undefined) await workbench.settingsOf(toScenario(scenario))
  const isExplore = args.text('mode') === 'explore'
  const options = isExplore ? exploreOptions(args) : execOptions(args)
  const { exitCode, output } = await workbench.run([...options, '--', ...childCommand], stop)
  const signal = signalOf(exitCode)
  const end = signal === undefined ? `exit code ${exitCode}` : `exit code ${exitCode} (${signal})`
  const result: ToolAnswer = {
    text: `${output.trimEnd()}\n${end} of: alias-sandbox ${options.join(' ')} -- ${childCommand.join(' ')}`,
    next: signal === undefined ? nextOf(exitCode, args) : nextAfter(signal),
    isError: signal !== undefined || (isExplore && !isVerdict(exitCode)),
    endsFirst: true,
  }
  workbench.lastCheck = result
  return result
}

/** @throws Failure */
function execOptions(args: ToolArguments): string[] {
  if (args.text('time') !== undefined) throw usageError('time is for mode explore only')
  const report = args.text('report')
  if (report !== undefined) for (const file of [report, `${report}.session.json`]) checkNew(file)
  const scenario = args.text('scenario')
  return [
    'exec',
    '--verify',
    ...(scenario === undefined ? [] : [`--scenario=${toScenario(scenario)}`]),
    ...(report === undefined ? [] : [`--report=./${report}`]),
  ]
}

/** @throws Failure */
function exploreOptions(args: ToolArguments): string[] {
  if (args.text('report') !== undefined) throw usageError('report is for mode exec only')
  const scenario = args.text('scenario')
  return [
    'explore',
    ...(scenario === undefined ? [] : [`--scenarios=${toScenario(scenario)}`]),
    ...(args.text('time') === undefined ? [] : [`--time=${args.text('time')}`]),
  ]
}

/** Whether explore came to a result; with any other exit code it could not look. */
function isVerdict(exitCode: number): boolean {
  return exitCode === exitCodes.ok || exitCode === exitCodes.problems
}

function nextAfter(signal: NodeJS.Signals): string {
  return `find out what ended the command with ${signal}, such as a lack of memory; then call check again.`
}

function nextOf(exitCode: number, args: ToolArguments): string {
  const report = args.text('report')
  if (args.text('mode') === 'explore') {
    if (!isVerdict(exitCode)) return 'correct what the last lines name, then call check again.'
    return exitCode === exitCodes.ok
      ? 'nothing was found; more time finds more.'
      : 'correct the client for the first problem, then call check again.'
  }
  if (report !== undefined)
    return `call requests with "file": "${report.slice(0, 100)}" to see its requests.`
  return exitCode === exitCodes.ok
    ? 'call check with another scenario, or with "mode": "explore".'
    : 'call check with "report": "run.html", then requests with "file": "run.html", to see what its requests got.'
}
