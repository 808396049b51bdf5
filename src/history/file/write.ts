import { limits, limitText } from '../../contract/limits.ts'
import { historyHeader, type HistoryFile } from '../../contract/history/file.ts'

/** Above this, indentation could make a file several times as long, and too long to be read again. */
const MAX_INDENTED = 1_048_576

/** The fields that every history file begins with. */
export function writtenHeader(version: string) {
  return { ...historyHeader, written_by: `alias-sandbox ${version}` }
}

/**
 * The text of a history file: indented, or with one entry a line if it is long.
 * @throws RangeError when `replay` could not read the file.
 */
export function toHistoryText(file: HistoryFile): string {
  const lines = toHistoryLines(file)
  const text = lines.length > MAX_INDENTED ? lines : JSON.stringify(file, null, 2)
  const { stateBytes } = limits
  if (new TextEncoder().encode(text).byteLength < stateBytes.value) return `${text}\n`
  throw new RangeError(`the history file would exceed ${limitText(stateBytes)}`)
}

/** One entry of a history a line, so that the file can be read and is short. */
export function toHistoryLines({ accounts, ...head }: HistoryFile): string {
  const texts = accounts.map(({ history, ...account }) => {
    const lines = history.map((item) => JSON.stringify(item)).join(',\n')
    return `${JSON.stringify(account).slice(0, -1)},"history":[\n${lines}\n]}`
  })
  return `${JSON.stringify(head).slice(0, -1)},"accounts":[${texts.join(',\n')}]}`
}
