import { accessSync, constants, lstatSync, rmSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { invalidChoice } from '../../contract/values/invalid-choice.ts'
import { reportFormats, type ReportFormat } from '../../report-formats/formats.ts'
import { toStrict, type EtiquetteRow, type Report } from '../../core/report/report.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import { NO_CALL } from '../output/no-call.ts'
import type { Io } from '../output/io.ts'
import { printable } from '../../text/escape.ts'
import type { WholeRun } from '../sandbox/whole-run.ts'
import { makeFolder, writeProblem, writeWholeFile } from '../output/write-file.ts'

const formatOf: Record<string, ReportFormat> = {
  '.json': 'json',
  '.md': 'markdown',
  '.txt': 'text',
  '.xml': 'junit',
}

/**
 * Checks --report and creates its folder before anything starts, because the report is written last and
 * a run cannot be repeated. @throws Failure
 */
export function prepareReport(file: string | undefined): void {
  if (file === undefined) return
  if (!Object.hasOwn(formatOf, extname(file))) {
    throw usageError(
      `--report: the file extension ${invalidChoice(extname(file), Object.keys(formatOf))}`,
    )
  }
  const folder = dirname(resolve(file))
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw usageError(
      `--report: cannot write to folder ${printable(folder)} (${writeProblem(error)})`,
    )
  }
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw usageError(`--report: ${printable(file)} is not a regular file`)
  }
}

/** Checks the calls of all accounts of the run, and returns the exit code for a command that ended with `exitCode`. */
export function verify(
  { options, io }: Context<'verify' | 'strict' | 'allow-no-calls' | 'report' | 'quiet'>,
  calls: WholeRun,
  exitCode: number,
): number {
  const { verify: isJudged, report: file, quiet } = options
  if (!isJudged && file === undefined) return exitCode
  const judged = calls.report()
  const report = options.strict ? toStrict(judged) : judged
  const failed = isJudged ? failures(report) : []
  const isUnused = isJudged && !options['allow-no-calls'] && report.calls + report.forgotten === 0
  const isBroken = failed.length > 0 || isUnused
  const verdict = exitCode === 0 && isBroken ? exitCodes.etiquette : exitCode
  if (isJudged && !quiet) io.stderr.write(`\n${reportFormats.text.write(report)}`)
  if (quiet) {
    const lines = report.etiquette.filter(({ rule }) => failed.includes(rule)).map(toFailureLine)
    io.stderr.write(lines.join(''))
  }
  if (isUnused) {
    io.stderr.write(
      `alias-sandbox: exec: ${NO_CALL}, and there is nothing to verify; --allow-no-calls accepts that\n`,
    )
  }
  if (file === undefined) return verdict
  const files = [{ file, text: reportFormats[formatOf[extname(file)] ?? 'text'].write(report) }]
  const journal = `${file}.journal.json`
  if (verdict !== exitCodes.ok) files.push({ file: journal, text: calls.entriesAsJson() })
  else removeOld(journal)
  const isWritten = files.map((each) => saveOrShow(each, io)).every(Boolean)
  return isWritten ? verdict : verdict || exitCodes.runtime
}

/** Removes the journal of an earlier failed run, which could be mistaken for one of this run. */
function removeOld(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file, { force: true })
}

/** Prints what cannot be saved, because a run cannot be repeated. */
function saveOrShow({ file, text }: { file: string; text: string }, { stderr }: Io): boolean {
  try {
    writeWholeFile(file, text)
    return true
  } catch (error) {
    const where = `alias-sandbox: --report: cannot write ${printable(file)} (${writeProblem(error)})`
    stderr.write(`${where}; its content:\n${text.trimEnd()}\n`)
    return false
  }
}

function toFailureLine({ title, why, entries }: EtiquetteRow): string {
  return `alias-sandbox: etiquette rule failed: ${title}: ${why} (${entries.join(' ')})\n`
}

/** The rules that failed. */
export function failures({ etiquette }: Report): string[] {
  return etiquette.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
}
