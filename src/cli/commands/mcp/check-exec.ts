import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../../report/report.ts'
import { toEtiquetteResult } from '../../../results/etiquette-result.ts'
import { isBroken } from '../../../results/result.ts'
import { casesText, toText } from '../../../results/text.ts'
import { signalOf } from '../../child/child.ts'
import { exitCodes, Failure, usageError } from '../../output/failure.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolArguments } from './arguments.ts'
import { AGAIN, endText, nextAfter } from './check-end.ts'
import { checkNew, putNew, toScenario } from './inside-folder.ts'
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
  const options = [
    '--verify',
    ...(scenario === undefined ? [] : [`--scenario=${toScenario(scenario)}`]),
  ]
  const run = (kept: readonly string[]) => runExec(workbench, { options, kept }, stop)
  if (report === undefined) return run([])
  checkNew(report)
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  try {
    // The command may make a file of that name meanwhile, and exec would replace it.
    const file = join(folder, 'run.html')
    const answer = await run([`--report=${file}`])
    return existsSync(file) ? keepReport(answer, file, report) : answer
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts the page where the agent wants it. */
function keepReport(answer: ToolAnswer, file: string, report: string): ToolAnswer {
  try {
    putNew(file, report)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...answer, text: `${error.message}\n${answer.text}`, isError: true }
  }
  if (answer.isError) return answer
  return {
    ...answer,
    next: `call requests with "file": "${report.slice(0, 100)}" to see its requests.`,
  }
}

async function runExec(
  workbench: Workbench,
  { options, kept }: { options: readonly string[]; kept: readonly string[] },
  stop: AbortSignal,
): Promise<ToolAnswer> {
  const command = [...options, '--', ...workbench.context.childCommand]
  const { exitCode, stdout, stderr } = await workbench.run(
    ['exec', '--json', ...kept, ...command],
    stop,
  )
  const head = endText(exitCode, ['exec', ...command])
  // It prints nothing when it could not run the command.
  const judged = stdout === '' ? undefined : (JSON.parse(stdout) as { report: Report }).report
  const step = nextStep(exitCode, judged)
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
  const next =
    exitCode === exitCodes.ok
      ? 'call check with another scenario, or with "mode": "explore".'
      : 'call check with "report": "run.html", then requests with "file": "run.html", to see what its requests got.'
  return { next, isError: false }
}
