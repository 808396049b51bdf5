import { escapeMarkdown } from '../../text/markdown.ts'
import { usageError } from './failure.ts'
import { invalidWord } from './wrong-value.ts'

/** Reads --format, or the option `label`. @throws Failure that lists the allowed formats. */
export function readFormat<Name extends string>(
  text: string,
  names: readonly Name[],
  label = '--format',
): Name {
  const format = names.find((name) => name === text)
  if (format !== undefined) return format
  throw usageError(invalidWord(text, label, names))
}

/** Formats a Markdown table; a cell is plain text unless it is marked as Markdown. */
export function toMarkdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | { markdown: string })[])[],
): string {
  const line = (cells: readonly (string | { markdown: string })[]) =>
    `| ${cells.map((cell) => (typeof cell === 'string' ? escapeMarkdown(cell) : cell.markdown)).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Formats a table for terminals, with columns as wide as their widest cell. */
export function toTextTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [heads, ...rows]
  const widths = heads.map((_head, at) => Math.max(...all.map((row) => (row[at] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
