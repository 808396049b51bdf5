import { accessSync, constants, lstatSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { invalidChoice } from '../../contract/values/invalid-choice.ts'
import { resultFormats } from '../../results/formats.ts'
import type { ResultFormat } from '../../contract/control/answer-forms.ts'
import type { Case, Result } from '../../results/result.ts'
import { printable } from '../../text/escape.ts'
import { maskText } from '../../text/mask.ts'
import { usageError } from './failure.ts'
import type { Io } from './io.ts'
import { makeFolder, SHARED, writeProblem, writeWholeFile } from '../../node/files/whole-file.ts'

const formatOf: Record<string, ResultFormat> = {
  '.json': 'json',
  '.md': 'markdown',
  '.txt': 'text',
  '.xml': 'junit',
}

/** The extension of a page that shows what happened. */
const PAGE = '.html'

/** Whether the report is a page, for which the histories of all runs are kept. */
export function isPage(file: string | undefined): boolean {
  return file !== undefined && extname(file) === PAGE
}

/**
 * Checks --report and creates its folder before anything starts, because the report is written last and
 * a run cannot be repeated. @throws Failure
 */
export function prepareReport(file: string | undefined): void {
  if (file === undefined) return
  const extensions = [...Object.keys(formatOf), PAGE]
  if (!extensions.includes(extname(file))) {
    throw usageError(`--report: the file extension ${invalidChoice(extname(file), extensions)}`)
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

/** Writes the file of --report, or prints it. Returns false if it could not be written. */
export async function writeReport(file: string, result: Result, io: Io): Promise<boolean> {
  const text = resultFormats[formatOf[extname(file)] ?? 'text'](result)
  if (!isPage(file)) return saveOrShow(file, text, io)
  const { writePage } = await import('../../node/work/write-page.ts')
  return saveOrShow(file, writePage({ result: withLastOutput(result) }), io, text)
}

/** The most characters of the output of a run that a page shows: its end. */
const MAX_OUTPUT = 20_000

function withLastOutput(result: Result): Result {
  return { ...result, cases: result.cases.map((each) => ({ ...each, ...lastOutput(each) })) }
}

/** Without colours; masked before it is cut, since half a key is not found. */
function lastOutput({ output = '' }: Case): Pick<Case, 'output'> {
  const said = maskText(stripVTControlCharacters(output)).trimEnd()
  if (said.length <= MAX_OUTPUT) return { output: said }
  return { output: `…\n${said.slice(-MAX_OUTPUT).replace(/^[^\n]*\n/, '')}` }
}

/** Prints what cannot be saved, because a run cannot be repeated; of a page, what it says. */
function saveOrShow(file: string, text: string, { stderr }: Io, said = text): boolean {
  try {
    writeWholeFile(file, text, SHARED)
    return true
  } catch (error) {
    const where = `alias-sandbox: --report: cannot write ${printable(file)} (${writeProblem(error)})`
    stderr.write(`${where}; its content:\n${said.trimEnd()}\n`)
    return false
  }
}
