import { limits, limitText } from '../../contract/limits.ts'
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

/** One entry of a history a line, so that the file can be read and is short. */
export function toSessionLines({ accounts, ...head }: Session): string {
  const texts = accounts.map(({ history, ...account }) => {
    const lines = history.map((item) => JSON.stringify(item)).join(',\n')
    return `${JSON.stringify(account).slice(0, -1)},"history":[\n${lines}\n]}`
  })
  return `${JSON.stringify(head).slice(0, -1)},"accounts":[${texts.join(',\n')}]}`
}
