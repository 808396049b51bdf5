import { lstatSync, rmSync } from 'node:fs'
import { toStrict, type EtiquetteRow, type Report } from '../../report/report.ts'
import { forgottenNotes, toEtiquetteResult } from '../../results/etiquette-result.ts'
import { toText } from '../../results/text.ts'
import type { Context } from '../args/context.ts'
import { givenFlags } from '../args/given-flags.ts'
import type { ExecOption } from '../args/tables/option-groups.ts'
import { exitCodes } from '../output/failure.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import { quoteForShell } from '../../text/shell.ts'
import type { Case, ResultPart, Result } from '../../results/result.ts'
import { NO_CALL } from '../output/no-call.ts'
import { isPage, saveOrShow, writeReport } from '../output/report-file.ts'
import type { WholeRun } from '../sandbox/whole-run.ts'

/** How the command ended, and the end of what it wrote, for a page. */
type EndedCommand = { exitCode: number; output: string | undefined }

/** Does the command fail if a rule does? */
export function isJudged({ options }: Context<'verify' | 'strict'>): boolean {
  return options.verify || options.strict
}

/** Checks the calls of all accounts of the run, and returns the exit code for a command that has ended. */
export async function verify(
  context: Context<ExecOption>,
  calls: WholeRun,
  ended: EndedCommand,
): Promise<number> {
  const { exitCode } = ended
  const { options, io } = context
  const { report: file, quiet } = options
  const mustKeepRules = isJudged(context)
  if (!mustKeepRules && file === undefined) return exitCode
  const judged = calls.report()
  const report = options.strict ? toStrict(judged) : judged
  const result = toEtiquetteResult(report)
  const failed = mustKeepRules ? failures(report) : []
  const isUnused =
    mustKeepRules && !options['allow-no-calls'] && report.calls + report.forgotten === 0
  const isBroken = failed.length > 0 || isUnused
  const verdict = exitCode === 0 && isBroken ? exitCodes.etiquette : exitCode
  if (mustKeepRules && !quiet) io.stderr.write(`\n${toText(result)}`)
  if (quiet) {
    const lines = report.etiquette.filter(({ rule }) => failed.includes(rule)).map(toFailureLine)
    const notes = mustKeepRules
      ? forgottenNotes(report).map((note) => `alias-sandbox: ${note}\n`)
      : []
    io.stderr.write([...lines, ...notes].join(''))
  }
  if (isUnused) {
    io.stderr.write(
      `alias-sandbox: exec: ${NO_CALL}, and there is nothing to verify; --allow-no-calls accepts that\n`,
    )
  }
  if (file === undefined) return verdict
  const journal = `${file}.journal.json`
  const told = isPage(file) ? withStory(result, calls, ended, context) : result
  const isReported = await writeReport(file, told, io)
  if (verdict === exitCodes.ok) removeOld(journal)
  const isSaved = verdict === exitCodes.ok || saveOrShow(journal, calls.entriesAsJson(), io)
  return isReported && isSaved ? verdict : verdict || exitCodes.runtime
}

/** Adds to the result of a page: the end of the command, the history, and the command that repeats it. */
function withStory(
  result: Result,
  calls: WholeRun,
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
  const cases = [command, ...result.cases]
  return { ...result, cases, notes: [...result.notes, again], history: calls.history() }
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

/** Removes the journal of an earlier failed run, which could be mistaken for one of this run. */
function removeOld(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file, { force: true })
}

function toFailureLine({ title, why, entries }: EtiquetteRow): string {
  return `alias-sandbox: etiquette rule failed: ${title}: ${why} (${entries.join(' ')})\n`
}

/** The rules that failed. */
export function failures({ etiquette }: Report): string[] {
  return etiquette.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
}
