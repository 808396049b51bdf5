import { gunzipSync } from 'node:zlib'
import { limits } from '../../contract/limits.ts'
import type { Session } from '../../contract/session/session.ts'
import { PageFileError, readPageFile, type PageFile } from '../../contract/session/page-file.ts'
import { readSession, SessionError } from '../../history/session/read-session.ts'
import { countOf } from '../../text/numbers.ts'
import { exitCodes, Failure, usageError } from '../output/failure.ts'
import { readTextFile } from './text-file.ts'

/** The content of a page, as gzip in base64. */
const CARRIED = /<script [^>]*id="page-data">([A-Za-z0-9+/=]*)<\/script>/

/** Reads a session, be it in a page. @throws Failure with a line for each problem. */
export function readSessionFile(path: string): Session {
  const text = readTextFile(path, limits.stateBytes.value)
  const [, carried] = CARRIED.exec(text) ?? []
  if (carried !== undefined) return sessionOf(readCarried(carried, path), path)
  try {
    return readSession(text, path)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    throw new Failure(exitCodes.usage, error.lines)
  }
}

function readCarried(carried: string, path: string): PageFile {
  try {
    const maxOutputLength = limits.stateBytes.value
    return readPageFile(gunzipSync(Buffer.from(carried, 'base64'), { maxOutputLength }).toString())
  } catch (error) {
    const why = error instanceof PageFileError ? error.message : 'its content is damaged'
    throw usageError(`${path}: ${why}`)
  }
}

/** The session of a page; one of several runs is no session of all. @throws Failure */
function sessionOf({ sessions, session }: PageFile, path: string): Session {
  const chosen = sessions.length === 1 ? sessions[0] : sessions[session ?? -1]
  if (chosen) return chosen
  const has =
    sessions.length === 0 ? 'no session' : `${countOf(sessions.length, 'session')}, a run each`
  throw usageError(`${path}: has ${has}; open the page and save the session of one run`)
}
