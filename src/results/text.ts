import { printable } from '../text/escape.ts'
import { wrap } from '../text/wrap.ts'
import { safe, toLines } from './lines.ts'
import { headOf, isBroken, type Case, type ResultPart, type Result, type Status } from './result.ts'

type Paint = (style: 'bold' | 'green' | 'yellow' | 'red', text: string) => string
const unpainted: Paint = (_style, text) => text

/** The width of the longest mark, and where the text behind it begins. */
const MARK = 6
const INDENT = MARK + 1

const marks: Record<Status, { text: string; style?: Parameters<Paint>[0] }> = {
  fail: { text: 'FAIL', style: 'red' },
  advice: { text: 'advice', style: 'yellow' },
  pass: { text: 'pass', style: 'green' },
  skipped: { text: '-' },
}

/** Formats a result for a terminal of 80 columns, which is read from its end: the headline comes last. */
export function toText(result: Result, paint = unpainted): string {
  const { name, headline, notes, columns } = result
  const blocks = [
    ...(columns ? [tableOf(result.cases, columns)] : toBlocks(result, paint)),
    ...notes.map((note) => partText(note, 0)),
    paint('bold', printable(`${name}: ${headline}`)),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The cases alone. */
export function casesText(cases: readonly Case[]): string {
  return toBlocks({ cases }, unpainted).join('\n\n')
}

/** Columns are as wide as their widest cell. */
function tableOf(cases: readonly Case[], columns: readonly string[]): string {
  const rows = cases.map((each) => [headOf(each), ...(each.cells ?? [])])
  const all = [columns, ...rows].map((row) => row.map((cell) => printable(cell)))
  const widths = columns.map((_head, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

const worstFirst: readonly Status[] = ['fail', 'advice', 'pass', 'skipped']

/** Writes a block for each case with details first, then a line for each of the others. */
function toBlocks(
  { cases, isBrief = false, inFull = Infinity }: Pick<Result, 'cases' | 'isBrief' | 'inFull'>,
  paint: Paint,
): string[] {
  const inOrder = worstFirst
    .flatMap((status) => cases.filter((each) => each.status === status))
    .filter((each) => isBroken(each) || !isBrief)
  const long = inOrder.filter(hasDetails)
  const more = long.slice(inFull).map(({ name }) => name)
  const lines = inOrder.filter((each) => !hasDetails(each)).map((each) => caseLine(each, paint))
  return [
    ...long.slice(0, inFull).map((each) => caseBlock(each, paint)),
    ...(more.length === 0
      ? []
      : [wrap(`${more.length} more; --verbose tells all of them: ${more.join(', ')}`)]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ]
}

function hasDetails({ details = [] }: Case): boolean {
  return details.length > 0
}

function caseBlock(each: Case, paint: Paint): string {
  const { status, message, details = [] } = each
  const head = wrap(printable(headOf(each)), INDENT)
  const parts = [...(message === undefined ? [] : [message]), ...details]
  const indent = ' '.repeat(INDENT)
  return [
    `${markOf(status, paint)} ${paint('bold', head)}`,
    ...parts.map((part) => `${indent}${partText(part, INDENT)}`),
  ].join('\n')
}

function caseLine(each: Case, paint: Paint): string {
  const { status, message } = each
  const why = message === undefined ? '' : `: ${safe(message)}`
  return `${markOf(status, paint)} ${wrap(`${printable(headOf(each))}${why}`, INDENT)}`
}

function markOf(status: Status, paint: Paint): string {
  const { text, style } = marks[status]
  const padded = text.padEnd(MARK)
  return style ? paint(style, padded) : padded
}

function partText(part: ResultPart, indent: number): string {
  return toLines(part)
    .map(({ lead, text, isFixed }) => lead + (isFixed ? text : wrap(text, indent + lead.length)))
    .join(`\n${' '.repeat(indent)}`)
}
