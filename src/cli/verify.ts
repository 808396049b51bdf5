import { extname } from 'node:path'
import { notOneOf } from '../contract/not-one-of.ts'
import { toEntryView } from '../core/account-view.ts'
import { reportFormats, type ReportFormat } from '../core/report/formats.ts'
import { reportOn, type Report } from '../core/report/report.ts'
import type { RunningSandbox } from '../start.ts'
import type { Context } from './context.ts'
import { exitCodes, usageError } from './failure.ts'
import { writeWholeFile } from './write-file.ts'

const formatOf: Record<string, ReportFormat> = {
  '.json': 'json',
  '.md': 'markdown',
  '.txt': 'text',
  '.xml': 'junit',
}

/** Checks the name of --report before anything is started. @throws Failure */
export function checkReportFile(file: string | undefined): void {
  if (file === undefined || Object.hasOwn(formatOf, extname(file))) return
  throw usageError(
    `--report: the ending of a file says its format; ${notOneOf(extname(file), Object.keys(formatOf))}`,
  )
}

/** Judges what was called, over all accounts; answers what to exit with, given how the command ended. */
export function verify(
  { options, io }: Context,
  { sandbox }: RunningSandbox,
  exitCode: number,
): number {
  const { verify: isJudged, report: file } = options
  if (!isJudged && file === undefined) return exitCode
  const report = reportOn(sandbox.accounts())
  const hasFailed = isJudged === true && failures(report).length > 0
  if (file !== undefined) {
    writeWholeFile(file, reportFormats[formatOf[extname(file)] ?? 'text'].write(report))
    if (hasFailed || exitCode !== 0) {
      const requests = sandbox
        .accounts()
        .flatMap((account) => account.journal.entries().map(toEntryView))
      writeWholeFile(`${file}.journal.json`, `${JSON.stringify({ requests }, null, 2)}\n`)
    }
  }
  if (isJudged) io.stderr.write(`\n${reportFormats.text.write(report)}`)
  return exitCode === 0 && hasFailed ? exitCodes.etiquette : exitCode
}

/** The rules that failed. */
export function failures({ etiquette }: Report): string[] {
  return etiquette.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
}
