import { stripVTControlCharacters } from 'node:util'
import { escapeLines, shorten } from '../../../text/escape.ts'
import { toAgentHints } from './agent-hints.ts'

/** The longest answer of a tool, in characters. */
const MAX_ANSWER = 2_000
/** The room of its last line. */
const MAX_NEXT = 300
const MAX_PAGE = MAX_ANSWER - MAX_NEXT - 2

/** The answer of a tool, before it is cut into pages. */
export type ToolAnswer = {
  text: string
  /** The step that usually follows. */
  next: string
  isError?: boolean
  /** Page 1 is the end of the text, since what is new or decides stands there. */
  endsFirst?: boolean
}

/** One page of the text, and in its last line how to go on. */
export function toAnswerText(answer: ToolAnswer, page: number): string {
  const { next, isError = false, endsFirst = false } = answer
  const text = isError ? toAgentHints(answer.text) : answer.text
  const pages = toPages(escapeLines(stripVTControlCharacters(text)).trimEnd(), endsFirst)
  const shown = pages[page - 1]
  const count = pages.length
  if (shown === undefined) return `There is no page ${page}.\nNext: ask for page 1 to ${count}.`
  const more = endsFirst ? 'earlier lines' : 'more'
  const rest = page < count ? `"page": ${page + 1} of ${count} for ${more}; ` : ''
  return `${shown || 'Nothing was printed.'}\n${shorten(`Next: ${rest}${next}`, MAX_NEXT)}`
}

/** Breaks a text between lines, the first page shown filled first; a line longer than a page is broken anywhere. */
function toPages(text: string, endsFirst: boolean): string[] {
  const lines = text.split('\n').flatMap(toPieces)
  const pages: string[][] = [[]]
  let length = 0
  for (const line of endsFirst ? lines.toReversed() : lines) {
    if (length > 0 && length + line.length > MAX_PAGE) {
      pages.push([])
      length = 0
    }
    pages.at(-1)!.push(line)
    length += line.length + 1
  }
  return pages.map((page) => (endsFirst ? page.toReversed() : page).join('\n'))
}

function toPieces(line: string): string[] {
  const count = Math.max(1, Math.ceil(line.length / MAX_PAGE))
  return Array.from({ length: count }, (_, at) => line.slice(at * MAX_PAGE, (at + 1) * MAX_PAGE))
}
