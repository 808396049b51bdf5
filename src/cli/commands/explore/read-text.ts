import { readRegularFile, UnreadableFile } from '../../../node/files/regular-file.ts'
import { usageError } from '../../output/failure.ts'

/** The text of a file that the user names. @throws Failure */
export function readText(path: string, maxBytes: number): string {
  try {
    return readRegularFile(path, maxBytes).toString('utf8')
  } catch (error) {
    const why = error instanceof UnreadableFile ? error.message : readProblem(error)
    throw usageError(`${path}: ${why}`)
  }
}

/** @throws what is no error of the system */
function readProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return `cannot be read (${code})`
}
