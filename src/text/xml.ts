import { printable } from './escape.ts'

const MAX_TEXT = 2_000
const MAX_LINES_TEXT = 20_000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML content or attributes. Characters that XML does not allow become `\uXXXX`. */
export function escapeXml(text: string): string {
  return escapeMarkup(printable(text, MAX_TEXT))
}

/** Escapes content of several lines, such as the output of a command; its end is the part that matters. */
export function escapeXmlLines(text: string): string {
  return escapeMarkup(
    text
      .slice(-MAX_LINES_TEXT)
      .split('\n')
      .map((line) => printable(line.replace(/\r$/, ''), MAX_TEXT))
      .join('\n'),
  )
}

function escapeMarkup(text: string): string {
  return text
    .replace(/[\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
