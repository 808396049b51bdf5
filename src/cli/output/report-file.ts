import { accessSync, constants, lstatSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { invalidChoice } from '../../contract/values/invalid-choice.ts'
import { resultFormats } from '../../results/formats.ts'
import type { ResultFormat } from '../../contract/control/answer-forms.ts'
import type { Result } from '../../results/result.ts'
import { printable } from '../../text/escape.ts'
import { usageError } from './failure.ts'
import type { Io } from './io.ts'
import { makeFolder, writeProblem, writeWholeFile } from './write-file.ts'

const formatOf: Record<string, ResultFormat> = {
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

/** Writes the file of --report, or prints it. Returns false if it could not be written. */
export function writeReport(file: string, result: Result, io: Io): boolean {
  return saveOrShow(file, resultFormats[formatOf[extname(file)] ?? 'text'].write(result), io)
}

/** Prints what cannot be saved, because a run cannot be repeated. */
export function saveOrShow(file: string, text: string, { stderr }: Io): boolean {
  try {
    writeWholeFile(file, text)
    return true
  } catch (error) {
    const where = `alias-sandbox: --report: cannot write ${printable(file)} (${writeProblem(error)})`
    stderr.write(`${where}; its content:\n${text.trimEnd()}\n`)
    return false
  }
}
