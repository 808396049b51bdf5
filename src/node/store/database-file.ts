import { limits, limitText } from '../../contract/limits.ts'
import { createHash } from 'node:crypto'
import { formatIssue } from '../../contract/values/validation-issue.ts'
import { checkState } from '../../contract/state/check-state.ts'
import type { SandboxState } from '../../contract/state/state.ts'
import { otherVersion } from '../../contract/values/file-header.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import { readRegularFile, UnreadableFile } from '../files/regular-file.ts'
import { codeOf, refuseFile } from './database-error.ts'

// One JSON object on one line. The header always has the same form, so the checksum covers the exact bytes of
// the state and detects any flipped bit.
const DATABASE_VERSION = 1
const HEAD = /^\{"alias_sandbox":(\d{1,9}),"sha256":"([0-9a-f]{64})","state":/
const TAIL = '}\n'
const HEAD_BYTES = 200
const FILE_BYTES = 2 * limits.accountBytes.value
const MAX_STATE_BYTES = FILE_BYTES - HEAD_BYTES

/**
 * Returns the parts of a database file for a state in JSON.
 * @throws Error when the file would be too large to read.
 */
export function toFileParts(body: string): Uint8Array[] {
  const bytes = Buffer.from(body)
  if (bytes.length > MAX_STATE_BYTES) {
    throw new Error(`the state is larger than ${limitText({ value: FILE_BYTES, unit: 'bytes' })}`)
  }
  const head = `{"alias_sandbox":${DATABASE_VERSION},"sha256":"${sha256(bytes)}","state":`
  return [Buffer.from(head), bytes, Buffer.from(TAIL)]
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
 * Returns the state in a database file.
 * @throws DatabaseError when the file is not a database, is damaged, or has another version.
 */
export function fromFileBytes(file: string, bytes: Uint8Array): SandboxState {
  const text = decode(file, bytes)
  const head = HEAD.exec(text)
  if (!head) refuseFile(file, foreignness(text))
  const [whole, version, sum] = head
  if (Number(version) !== DATABASE_VERSION) {
    refuseFile(file, otherVersion(Number(version), DATABASE_VERSION))
  }
  if (!text.endsWith(TAIL)) refuseFile(file, 'is cut off')
  const body = text.slice(whole.length, -TAIL.length)
  if (sha256(body) !== sum) refuseFile(file, 'is damaged: its checksum does not match')
  const parsed = parseJson(body)
  if (!parsed.ok) refuseFile(file, `holds no valid state: it ${parsed.problem}`)
  const checked = checkState(parsed.value)
  if (!checked.ok) refuseFile(file, `holds no valid state: ${formatIssue(checked.issues[0], 'it')}`)
  return checked.value
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuseFile(file, 'is not UTF-8 text, so not a database of alias-sandbox')
  }
}

function foreignness(text: string): string {
  if (text.trim() === '') return 'is empty: not a database of alias-sandbox'
  if (text.startsWith('{"alias_sandbox":')) return 'is cut off or damaged'
  return 'is not a database of alias-sandbox'
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
