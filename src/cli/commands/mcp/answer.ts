import { stripVTControlCharacters } from 'node:util'
import { escapeLines, printable } from '../../../text/escape.ts'
import { toAgentHints } from './agent-hints.ts'

/** The longest answer of a tool, in characters. */
const MAX_ANSWER = 2_000
/** The room of its last line. */
const MAX_NEXT = 300
const MAX_PAGE = MAX_ANSWER - MAX_NEXT - 2

/** The answer of a tool, before it is cut into pages. */
export type ToolAnswer = {
  /** It is read from its beginning. */
  text: string
  /** It follows, and is read from its end, where stands what is new or decides. */
  ending?: string
  /** The step that usually follows. */
  next: string
  isError?: boolean
}

/** One page of the text, and in its last line how to go on. */
export function toAnswerText(answer: ToolAnswer, page: number): string {
  const { text, ending = '', next, isError = false } = answer
  const said = (part: string) =>
    escapeLines(stripVTControlCharacters(isError ? toAgentHints(part) : part)).trimEnd()
  const pages = toPages(said(text), said(ending))
  const shown = pages[page - 1]
  const count = pages.length
  if (shown === undefined) return `There is no page ${page}.\nNext: ask for page 1 to ${count}.`
  const rest = page < count ? `"page": ${page + 1} of ${count} for more; ` : ''
  return `${shown || 'Nothing was printed.'}\n${printable(`Next: ${rest}${next}`, MAX_NEXT)}`
}

/** Breaks a text between lines; a line longer than a page is broken anywhere. */
function toPages(text: string, ending: string): string[] {
  const pages: { first: string[]; last: string[]; length: number }[] = []
  const pageFor = ({ length }: string) => {
    let page = pages.at(-1)
    if (!page || (page.length > 0 && page.length + length > MAX_PAGE)) {
      page = { first: [], last: [], length: 0 }
      pages.push(page)
    }
    page.length += length + 1
    return page
  }
  for (const line of toLines(text)) pageFor(line).first.push(line)
  for (const line of toLines(ending).toReversed()) pageFor(line).last.unshift(line)
  return pages.length === 0 ? [''] : pages.map(({ first, last }) => [...first, ...last].join('\n'))
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n').flatMap(toPieces)
}

function toPieces(line: string): string[] {
  const count = Math.max(1, Math.ceil(line.length / MAX_PAGE))
  return Array.from({ length: count }, (_, at) => line.slice(at * MAX_PAGE, (at + 1) * MAX_PAGE))
}
