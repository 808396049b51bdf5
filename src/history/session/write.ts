import { limits, limitText } from '../../contract/limits.ts'
import { toSessionLines } from '../../contract/session/lines.ts'
import { type Session, sessionHeader } from '../../contract/session/session.ts'

/** The fields that every session begins with. */
export function writtenHeader(version: string) {
  return { ...sessionHeader, written_by: `alias-sandbox ${version}` }
}

/** The text of a session as a file. @throws RangeError when `replay` could not read it. */
export function toSessionText(file: Session): string {
  const text = `${toSessionLines(file)}\n`
  const { stateBytes } = limits
  if (new TextEncoder().encode(text).byteLength <= stateBytes.value) return text
  throw new RangeError(`the session would exceed ${limitText(stateBytes)}`)
}
