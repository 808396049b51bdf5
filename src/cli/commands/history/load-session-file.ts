import { limits } from '../../../contract/limits.ts'
import type { Session } from '../../../contract/session/session.ts'
import { readSession, SessionError } from '../../../history/session/read-session.ts'
import { readRegularFile, UnreadableFile } from '../../../node/files/regular-file.ts'
import { exitCodes, Failure, usageError } from '../../output/failure.ts'

/** Loads a session. @throws Failure with a line for each problem. */
export function loadSessionFile(path: string): Session {
  const text = readText(path)
  try {
    return readSession(text, path)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    throw new Failure(exitCodes.usage, error.lines)
  }
}

function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readRegularFile(path, limits.stateBytes.value)
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
