import { limits, limitText } from '../../contract/limits.ts'
import { createHash } from 'node:crypto'
import { checkWholeSession } from '../../contract/session/check-session.ts'
import { sessionHeader, type Session } from '../../contract/session/session.ts'
import { otherVersion } from '../../contract/values/file-header.ts'
import { readSession, SessionError } from '../../history/session/read-session.ts'
import { readRegularFile, UnreadableFile } from '../files/regular-file.ts'
import { codeOf, refuseFile } from './database-error.ts'

// A session on one line, which begins with its header and a checksum of the exact bytes that follow: any flipped bit
// is found, and whatever reads a session reads this file, too.
const { format, version } = sessionHeader
const HEADER = `{"format":"${format}","version":${version},`
const HEAD = /^\{"format":"alias-sandbox-session","version":(\d{1,9}),"sha256":"([0-9a-f]{64})",/
const TAIL = '}\n'
const FILE_BYTES = 4 * limits.accountBytes.value

/**
 * Returns the parts of a database file for a session in JSON, which begins with the header.
 * @throws Error when the file would be too large to read.
 */
export function toFileParts(session: string): Uint8Array[] {
  const body = Buffer.from(`${session.slice(HEADER.length)}\n`)
  const head = Buffer.from(`${HEADER}"sha256":"${sha256(body)}",`)
  if (head.length + body.length > FILE_BYTES) {
    throw new Error(`the session is larger than ${limitText({ value: FILE_BYTES, unit: 'bytes' })}`)
  }
  return [head, body]
}

/**
 * Returns the bytes of a database file; null if it does not exist. @throws DatabaseError, or the system's
 * error
 */
export function readDatabase(file: string): Buffer | null {
  try {
    return readRegularFile(file, FILE_BYTES, { followLinks: false })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (error instanceof UnreadableFile) refuseFile(file, error.message)
    throw error
  }
}

/**
 * Returns the session in a database file.
 * @throws DatabaseError when the file is not a database, is damaged, or has another version.
 */
export function fromFileBytes(file: string, bytes: Uint8Array): Session {
  const text = decode(file, bytes)
  const head = HEAD.exec(text)
  if (!head) refuseFile(file, foreignness(text))
  const [whole, found, sum] = head
  if (Number(found) !== version) refuseFile(file, otherVersion(Number(found), version))
  if (!text.endsWith(TAIL)) refuseFile(file, 'is cut off')
  if (sha256(text.slice(whole.length)) !== sum) {
    refuseFile(file, 'is damaged: its checksum does not match')
  }
  try {
    return readSession(text, 'it', checkWholeSession)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return refuseFile(file, `holds no valid session: ${error.lines[0]}`)
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuseFile(file, 'is not UTF-8 text, so not a database of alias-sandbox')
  }
}

function foreignness(text: string): string {
  try {
    readSession(text, 'it')
    return 'is a session without the checksum of a database; load it into a running sandbox'
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return `is not a database of alias-sandbox: ${error.lines[0]}`
  }
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
