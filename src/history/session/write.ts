import { limits, limitText } from '../../contract/limits.ts'
import { type Session, sessionHeader } from '../../contract/session/session.ts'

/** Above this, indentation could make a file several times as long, and too long to be read again. */
const MAX_INDENTED = 1_048_576

/** The fields that every session begins with. */
export function writtenHeader(version: string) {
  return { ...sessionHeader, written_by: `alias-sandbox ${version}` }
}

/**
 * The text of a session: indented, or with one entry a line if it is long.
 * @throws RangeError when `replay` could not read the file.
 */
export function toSessionText(file: Session): string {
  const lines = toSessionLines(file)
  const text = lines.length > MAX_INDENTED ? lines : JSON.stringify(file, null, 2)
  const { stateBytes } = limits
  if (new TextEncoder().encode(text).byteLength < stateBytes.value) return `${text}\n`
  throw new RangeError(`the session would exceed ${limitText(stateBytes)}`)
}

/** One entry of a history a line, so that the file can be read and is short. */
export function toSessionLines({ accounts, ...head }: Session): string {
  const texts = accounts.map(({ history, ...account }) => {
    const lines = history.map((item) => JSON.stringify(item)).join(',\n')
    return `${JSON.stringify(account).slice(0, -1)},"history":[\n${lines}\n]}`
  })
  return `${JSON.stringify(head).slice(0, -1)},"accounts":[${texts.join(',\n')}]}`
}
