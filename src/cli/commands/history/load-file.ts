import { inputBounds } from '../../../contract/bounds.ts'
import type { HistoryFile } from '../../../contract/history-file.ts'
import { HistoryFileError, readHistoryFile } from '../../../history-file/read.ts'
import { readRegularFile, UnreadableFile } from '../../../regular-file.ts'
import { exitCodes, Failure, usageError } from '../../output/failure.ts'

/** Loads a history file. @throws Failure with a line for each problem. */
export function loadHistoryFile(path: string): HistoryFile {
  const text = readText(path)
  try {
    return readHistoryFile(text, path)
  } catch (error) {
    if (!(error instanceof HistoryFileError)) throw error
    throw new Failure(exitCodes.usage, error.lines)
  }
}

function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readRegularFile(path, inputBounds.historyFileBytes.max)
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${path}: ${error.message}`)
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw usageError(`cannot read ${path} (${code})`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageError(`${path}: is not UTF-8 text`)
  }
}
