import { readRegularFile, UnreadableFile } from '../../node/files/regular-file.ts'
import { usageError } from '../output/failure.ts'

/** Reads the text of a file that the user names, by its path or as `label` says; a byte order mark stays. @throws Failure */
export function readTextFile(path: string, maxBytes: number, label = path): string {
  let bytes: Buffer
  try {
    bytes = readRegularFile(path, maxBytes)
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${label}: ${error.message}`)
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw usageError(`cannot read ${label} (${code})`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw usageError(`${label}: is not UTF-8 text`)
  }
}
