import { lstatSync, rmSync } from 'node:fs'
import type { Session } from '../../../contract/session/session.ts'
import { toSessionText } from '../../../history/session/write.ts'
import { toStrict, type Report } from '../../../report/report.ts'
import { forgottenNotes, toEtiquetteResult } from '../../../results/etiquette-result.ts'
import { casesText, toText } from '../../../results/text.ts'
import type { Context } from '../../args/context.ts'
import { givenFlags } from '../../args/given-flags.ts'
import type { ExecOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import type { Io } from '../../output/io.ts'
import { PROGRAM } from '../../output/wrong-value.ts'
import { SHARED, writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'
import { quoteForShell } from '../../../text/shell.ts'
import type { Case, ResultPart, Result } from '../../../results/result.ts'
import { NO_REQUEST } from '../../output/no-request.ts'
import { isPage, writeReport } from '../../output/report-file.ts'
import type { WholeRun } from '../../sandbox/whole-run.ts'

/** The name of what judges the requests of a command that runs once. */
export const JUDGE = 'exec --verify'

/** The exit code of the command, and the end of its output, for a page. */
type EndedCommand = { exitCode: number; output: string | undefined }

/** Does the command fail if a rule does? */
export function isJudged({ options }: Context<'verify' | 'strict'>): boolean {
  return options.verify || options.strict
}

/** Has --verify nothing to judge, because no run made a request? */
export function isUnused(
  { options }: Context<'allow-no-calls'>,
  reports: readonly Pick<Report, 'calls' | 'forgotten'>[],
): boolean {
  if (options['allow-no-calls']) return false
  return reports.every(({ calls, forgotten }) => calls + forgotten === 0)
}

/** Checks the requests of all accounts of the run, and returns the exit code for a command that has ended. */
export async function verify(
  context: Context<ExecOption>,
  requests: WholeRun,
  ended: EndedCommand,
): Promise<number> {
  const { options, io } = context
  const { report: file, json } = options
  const mustKeepRules = isJudged(context)
  if (!mustKeepRules && file === undefined && !json) return ended.exitCode
  const judged = requests.report()
  const report = options.strict ? toStrict(judged) : judged
  if (mustKeepRules) tellVerdict(context, report)
  const isBroken = failures(report).length > 0 || isUnused(context, [report])
  const verdict = mustKeepRules && isBroken ? exitCodes.etiquette : exitCodes.ok
  const written = await writeFiles(context, requests, report, {
    ...ended,
    verdict: ended.exitCode || verdict,
  })
  const exitCode = ended.exitCode || verdict || written
  if (json) {
    const told = { exit_code: exitCode, command_exit_code: ended.exitCode, report }
    io.stdout.write(`${JSON.stringify(told, null, 2)}\n`)
  }
  return exitCode
}

/** Tells all verdicts, or with --quiet only the rules that failed. */
function tellVerdict(context: Context<ExecOption>, report: Report): void {
  const { stderr } = context.io
  const result = toEtiquetteResult(report)
  if (!context.options.quiet) stderr.write(`\n${toText(result)}`)
  else {
    const failed = result.cases.filter(({ status }) => status === 'fail')
    const lines = [...(failed.length === 0 ? [] : [casesText(failed)]), ...forgottenNotes(report)]
    stderr.write(lines.map((line) => `${line}\n`).join(''))
  }
  if (!isUnused(context, [report])) return
  stderr.write(
    `alias-sandbox: exec: ${NO_REQUEST}, and there is nothing to verify; --allow-no-calls accepts that\n`,
  )
}

/** Writes the file of --report, and beside it the session of a run that failed; a page holds it itself. */
async function writeFiles(
  context: Context<ExecOption>,
  requests: WholeRun,
  report: Report,
  ended: EndedCommand & { verdict: number },
): Promise<number> {
  const { options, io } = context
  const { report: file } = options
  if (file === undefined) return exitCodes.ok
  const result = toEtiquetteResult(report)
  const history = requests.history(report)
  if (isPage(file)) {
    const told = { ...result, notes: [...result.notes, ...leftOutNotes(report, history)] }
    const isReported = await writeReport(file, withRun(told, history, ended, context), io)
    return isReported ? exitCodes.ok : exitCodes.runtime
  }
  const isReported = await writeReport(file, result, io)
  const beside = `${file}.session.json`
  removeOld(beside)
  if (ended.verdict !== exitCodes.ok) saveSession(beside, history, io)
  return isReported ? exitCodes.ok : exitCodes.runtime
}

function saveSession(file: string, history: Session | undefined, io: Io): void {
  try {
    if (history === undefined) throw new RangeError('the session is too large for a file')
    writeWholeFile(file, toSessionText(history), SHARED)
  } catch (error) {
    io.stderr.write(
      `alias-sandbox: --report: cannot write ${printable(file)} (${writeProblem(error)})\n`,
    )
  }
}

/** Says how many requests were judged, but are not on the page. */
function leftOutNotes({ calls, forgotten }: Report, session: Session | undefined): string[] {
  const accounts = session?.accounts ?? []
  const kept = accounts.flatMap(({ past = [], history }) => [...past, ...history])
  const missing = calls + forgotten - kept.filter(({ type }) => type === 'call').length
  if (missing <= 0) return []
  const what = countOf(missing, 'earlier request')
  return [
    `${what} not shown on this page: a history keeps the last ones (--max-requests), and those that a rule names.`,
  ]
}

/** Adds to the result of a page: the end of the command, the history, and the command that repeats it. */
function withRun(
  result: Result,
  history: Session | undefined,
  { exitCode, output }: EndedCommand,
  context: Context<ExecOption>,
): Result {
  const words = [PROGRAM, 'exec', ...givenFlags(context, DECISIVE), '--', ...context.childCommand]
  const again: ResultPart = {
    as: 'code',
    title: 'Again',
    lines: [words.map(quoteForShell).join(' ')],
  }
  const command: Case = {
    name: 'command',
    status: exitCode === exitCodes.ok ? 'pass' : 'fail',
    message: `exit ${exitCode}`,
    ...(output !== undefined && { output }),
  }
  return {
    ...result,
    cases: [command, ...result.cases],
    notes: [...result.notes, again],
    history,
  }
}

/** The flags that decide what the command meets. */
const DECISIVE = [
  'verify',
  'strict',
  'scenario',
  'choice',
  'env',
  'now',
  'frozen',
  'scale',
  'short-waits',
  'seed',
] as const

/** Removes the session of an earlier failed run, which could be mistaken for one of this run. */
function removeOld(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file, { force: true })
}

/** The rules that failed. */
export function failures({ etiquette }: Report): string[] {
  return etiquette.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
}
