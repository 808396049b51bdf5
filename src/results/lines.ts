import { escapeUnsafe, printable } from '../text/escape.ts'
import { maskText } from '../text/mask.ts'
import type { Block, Part } from './result.ts'

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
export type Line = { lead: string; text: string; isFixed: boolean }

const leads: Record<Exclude<Block['as'], 'code'>, string> = { list: '- ', output: '> ' }

/** What text and JUnit say of a part. */
export function toLines(part: Part): Line[] {
  if (typeof part === 'string') return [{ lead: '', text: safe(part), isFixed: false }]
  const { as, title, lines } = part
  if (as === 'code') {
    const lead = title === undefined ? '' : `${safe(title)}: `
    return lines.map((line) => ({ lead, text: safeCode(line), isFixed: true }))
  }
  return [
    ...(title === undefined ? [] : [{ lead: '', text: `${safe(title)}:`, isFixed: false }]),
    ...lines.map((line) => ({ lead: leads[as], text: safe(line), isFixed: as === 'output' })),
  ]
}
