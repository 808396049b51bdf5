import type { Report } from '../../../report/report.ts'
import { toEtiquetteResult } from '../../../results/etiquette-result.ts'
import { isBroken } from '../../../results/result.ts'
import { casesText, toText } from '../../../results/text.ts'
import { signalOf } from '../../child/child.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolArguments } from './arguments.ts'
import { AGAIN, endText, nextAfter } from './check-end.ts'
import { checkNew } from './inside-folder.ts'
import { toScenario } from './scenario-name.ts'
import type { Workbench } from './workbench.ts'

/** Runs the command once: the rules that it broke come first, then the end of what it printed. @throws Failure */
export async function checkWithExec(
  workbench: Workbench,
  args: ToolArguments,
  stop: AbortSignal,
): Promise<ToolAnswer> {
  if (args.text('time') !== undefined) throw usageError('time is for mode explore only')
  const [scenario, report] = [args.text('scenario'), args.text('report')]
  if (scenario !== undefined) await workbench.settingsOf(toScenario(scenario))
  if (report !== undefined) checkNew(report)
  const options = [
    '--verify',
    ...(scenario === undefined ? [] : [`--scenario=${toScenario(scenario)}`]),
    ...(report === undefined ? [] : [`--report=./${report}`]),
  ]
  const { childCommand } = workbench.context
  const argv = ['exec', '--json', ...options, '--', ...childCommand]
  const { exitCode, stdout, stderr } = await workbench.run(argv, stop)
  const head = endText(exitCode, ['exec', ...options, '--', ...childCommand])
  // It prints nothing when it could not run the command.
  const judged = stdout === '' ? undefined : (JSON.parse(stdout) as { report: Report }).report
  const step = nextStep(exitCode, judged, report)
  if (judged === undefined) return { text: head, ending: stderr, ...step }
  const result = toEtiquetteResult(judged)
  const others = { ...result, cases: result.cases.filter((each) => !isBroken(each)) }
  return {
    text: `${head}\n${casesText(result.cases.filter(isBroken))}`,
    ending: `${toText(others)}\n${stderr.replace(toText(result), '')}`,
    ...step,
  }
}

function nextStep(
  exitCode: number,
  judged: Report | undefined,
  file: string | undefined,
): { next: string; isError: boolean } {
  const signal = signalOf(exitCode)
  if (signal !== undefined) return { next: nextAfter(signal), isError: true }
  if (exitCode === exitCodes.notFound || exitCode === exitCodes.notExecutable) {
    const next = `install what the command needs, or ask the user to correct the command of this tool; ${AGAIN}`
    return { next, isError: true }
  }
  if (judged === undefined)
    return { next: `correct what the last lines name; ${AGAIN}`, isError: true }
  if (judged.calls + judged.forgotten === 0) {
    const next = `correct what stopped the command before its first request, or let it read ALIAS_SANDBOX_URL and ALIAS_SANDBOX_API_KEY; ${AGAIN}`
    return { next, isError: true }
  }
  return { next: nextAfterRequests(exitCode, file), isError: false }
}

function nextAfterRequests(exitCode: number, file: string | undefined): string {
  if (file !== undefined) {
    return `call requests with "file": "${file.slice(0, 100)}" to see its requests.`
  }
  return exitCode === exitCodes.ok
    ? 'call check with another scenario, or with "mode": "explore".'
    : 'call check with "report": "run.html", then requests with "file": "run.html", to see what its requests got.'
}
