import { escapeUnsafe, printable } from '../text/escape.ts'
import { maskText } from '../text/mask.ts'
import type { Block, ResultPart } from './result.ts'

/** Only text from outside can be longer than this. */
const MAX_TEXT = 1_000

/** A text of a result that may come from a client: one line, without keys and without what repaints a terminal. */
export function safe(text: string): string {
  return printable(maskText(text), MAX_TEXT)
}

/** Text to copy: it keeps its line breaks and its length. */
export function safeCode(text: string): string {
  return text.split('\n').map(escapeUnsafe).join('\n')
}

/** A line as plain text; a fixed one is not wrapped. */
type ResultLine = { lead: string; text: string; isFixed: boolean }

const leads: Record<Block['as'], string> = { list: '- ', output: '> ', code: '' }

/** Returns the lines of a part for text and JUnit. */
export function toLines(part: ResultPart): ResultLine[] {
  if (typeof part === 'string') return [{ lead: '', text: safe(part), isFixed: false }]
  const { as, title, lines } = part
  if (as === 'code' && lines.length === 1) {
    const lead = title === undefined ? '' : `${safe(title)}: `
    return [{ lead, text: safeCode(lines[0]!), isFixed: true }]
  }
  return [
    ...(title === undefined ? [] : [{ lead: '', text: `${safe(title)}:`, isFixed: false }]),
    ...lines.map((line) => ({
      lead: leads[as],
      text: as === 'code' ? safeCode(line) : safe(line),
      isFixed: as !== 'list',
    })),
  ]
}
