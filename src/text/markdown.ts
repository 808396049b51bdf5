import { printable } from './escape.ts'

/** Text in Markdown, so that it shows as it is: no image, link, HTML, code or new cell comes of it. */

const MAX_CELL = 1_000

/** Characters that mean something to Markdown inside a line; an underscore inside a word does not. */
const SPECIAL = /[\\`*[\]<>|&~]|(?<!\w)_|_(?!\w)/g
/** What GitHub makes a link or a mention of by itself; a character without width stops it. */
const AUTOLINK = /\b(?:https?|ftp|mailto|xmpp)(?=:)|\bwww(?=\.)|@/gi

/** A text inside a line or a cell of a table. */
export function escapeMarkdown(text: string): string {
  return printable(text, MAX_CELL)
    .replace(SPECIAL, '\\$&')
    .replace(AUTOLINK, (start) => `${start.slice(0, 1)}&#8203;${start.slice(1)}`)
}

/** A text as code inside a line or a cell of a table. */
export function markdownCode(text: string): string {
  const escaped = printable(text, MAX_CELL).replaceAll('|', '\\|')
  if (!escaped.includes('`')) return `\`${escaped}\``
  const longest = Math.max(...[...escaped.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${escaped} ${fence}`
}

/** Lines of code between fences longer than any that the text holds. */
export function fencedCode(language: string, text: string): string[] {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return [`${fence}${language}`, text, fence]
}
