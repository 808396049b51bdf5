import { escapeMarkdown, fencedCode, toMarkdownTable } from '../text/markdown.ts'
import { maskText } from '../text/mask.ts'
import { withFullStop } from '../words/capitals.ts'
import { safe, safeCode } from './lines.ts'
import { headOf, isBroken, type Case, type ResultPart, type Result, type Status } from './result.ts'

const marks: Record<Status, string> = {
  pass: '✅ pass',
  fail: '❌ fail',
  advice: 'ℹ️ advice',
  skipped: '➖ skipped',
}

/** Formats a result for the summary page of a CI job, which is read from its beginning. */
export function toMarkdown({ name, headline, cases, notes, columns }: Result): string {
  const broken = cases.filter(isBroken)
  const others = cases.filter((each) => !isBroken(each))
  const blocks = [
    `## alias-sandbox ${name}`,
    escapeMarkdown(withFullStop(headline)),
    ...(columns
      ? [comparison(cases, columns)]
      : [...broken.flatMap(toSection), ...(others.length === 0 ? [] : [folded(others)])]),
    ...notes.flatMap(toBlocks),
  ]
  return `${blocks.join('\n\n')}\n`
}

function comparison(cases: readonly Case[], columns: readonly string[]): string {
  return toMarkdownTable(
    columns,
    cases.map((each) => [headOf(each), ...(each.cells ?? [])]),
  )
}

function toSection(each: Case): string[] {
  const { status, message, details = [] } = each
  return [
    `### ${marks[status]}: ${escapeMarkdown(headOf(each))}`,
    ...[...(message === undefined ? [] : [message]), ...details].flatMap(toBlocks),
  ]
}

/** Folds the cases that need no attention. */
function folded(others: readonly Case[]): string {
  const rows = others.map((each) => [
    marks[each.status],
    headOf(each),
    maskText(each.message ?? ''),
  ])
  const table = toMarkdownTable(['result', 'case', 'why'], rows)
  return [
    `<details><summary>Passed or skipped: ${others.length}</summary>`,
    table,
    '</details>',
  ].join('\n\n')
}

function toBlocks(part: ResultPart): string[] {
  if (typeof part === 'string') return [escapeMarkdown(maskText(part))]
  const { as, title, lines } = part
  return [...(title === undefined ? [] : [`${escapeMarkdown(title)}:`]), blockOf({ as, lines })]
}

function blockOf({ as, lines }: Exclude<ResultPart, string>): string {
  if (as === 'list') return lines.map((line) => `- ${escapeMarkdown(maskText(line))}`).join('\n')
  const isCode = as === 'code'
  const text = lines.map(isCode ? safeCode : safe).join('\n')
  return fencedCode(isCode ? 'sh' : '', text).join('\n')
}
