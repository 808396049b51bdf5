import { printable } from './escape.ts'

/** Escapes text for Markdown, so that it cannot create images, links, HTML, code or table cells. */

const MAX_CELL = 1_000

/** Characters with a meaning inside a line of Markdown; an underscore inside a word has none. */
const SPECIAL = /[\\`*[\]<>|&~]|(?<!\w)_|_(?!\w)/g
/** Texts that GitHub turns into a link or a mention; a zero-width character prevents that. */
const AUTOLINK = /\b(?:https?|ftp|mailto|xmpp)(?=:)|\bwww(?=\.)|@/gi

/** Escapes a text inside a line or a table cell. */
export function escapeMarkdown(text: string): string {
  return printable(text, MAX_CELL)
    .replace(SPECIAL, '\\$&')
    .replace(AUTOLINK, (start) => `${start.slice(0, 1)}&#8203;${start.slice(1)}`)
}

/** Formats a text as code inside a line or a table cell. */
export function markdownCode(text: string): string {
  const escaped = printable(text, MAX_CELL).replaceAll('|', '\\|')
  if (!escaped.includes('`')) return `\`${escaped}\``
  const longest = Math.max(...[...escaped.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${escaped} ${fence}`
}

/** Formats a code block with fences longer than any in the text. */
export function fencedCode(language: string, text: string): string[] {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return [`${fence}${language}`, text, fence]
}

/** Formats a table of plain texts. */
export function toMarkdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
