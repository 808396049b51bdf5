import { printable } from './escape.ts'

const MAX_TEXT = 2_000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML content or attributes. Characters that XML does not allow become `\uXXXX`. */
export function escapeXml(text: string): string {
  return printable(text, MAX_TEXT)
    .replace(/[\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
