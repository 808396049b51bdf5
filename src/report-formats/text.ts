import { printable } from '../text/escape.ts'
import type { EtiquetteRow, Report } from '../core/report/report.ts'
import { severity, type RuleResult } from '../core/report/rule.ts'
import { toReferences, toSentences, verdictWords } from './row.ts'
import { countOf } from '../words/numbers.ts'

const WIDTH = 80
/** Only text from outside can make a line longer than this. */
const MAX_LINE = 1_000

/** The width of the longest mark, and where the text behind it begins. */
const MARK = 6
const INDENT = 9

const marks: Record<RuleResult, string> = {
  pass: verdictWords.pass,
  fail: 'FAIL',
  advice: verdictWords.advice,
  not_exercised: '-',
}

/** Formats the report as text of 80 columns. */
export function toText(report: Report): string {
  const { etiquette } = report
  const judged = etiquette.filter(({ verdict }) => verdict !== 'not_exercised')
  const unmet = etiquette.filter(({ verdict }) => verdict === 'not_exercised')
  const failures = etiquette.filter(({ verdict }) => verdict === 'fail').length
  return [
    headline(report),
    '',
    apart('Etiquette', `${failures} failed, ${unmet.length} of ${etiquette.length} not exercised`),
    ...judged.toSorted(byResult).flatMap(etiquetteLines),
    ...unmet.map((row) => `  ${marks.not_exercised.padEnd(MARK)} ${row.title}`),
    '',
    ...coverageLines(report),
    ...assumptionLines(report),
  ]
    .map((line) => `${printable(line, MAX_LINE)}\n`)
    .join('')
}

function headline({ accounts, calls, forgotten }: Report): string {
  const who = accounts.length === 1 ? `account ${accounts[0]}` : countOf(accounts.length, 'account')
  const lost = forgotten > 0 ? ` (${forgotten} older calls were dropped or cleared)` : ''
  return `alias-sandbox report: ${who}, ${countOf(calls, 'call')}${lost}`
}

function byResult(a: EtiquetteRow, b: EtiquetteRow): number {
  return severity[b.verdict] - severity[a.verdict]
}

/** Formats a rule; if it failed, also the reason, the calls and the section of the document. */
function etiquetteLines(row: EtiquetteRow): string[] {
  const head = `  ${marks[row.verdict].padEnd(MARK)} ${row.title}`
  if (row.verdict === 'pass') return [head]
  return [head, ...wrap(toSentences(row), INDENT), ...wrap(toReferences(row), INDENT)]
}

function coverageLines({ coverage }: Report): string[] {
  const documented = coverage.filter((row) => row.documented)
  const met = documented.filter(({ count }) => count > 0)
  const missing = documented.filter(({ count }) => count === 0)
  const others = coverage.filter((row) => !row.documented)
  const cell = ({ outcome, count }: { outcome: string; count: number }) => `${outcome} ${count}`
  return [
    apart('Coverage of the document', `${met.length} of ${documented.length} covered`),
    ...(met.length > 0 ? wrap(`covered: ${met.map(cell).join(', ')}`, 2) : []),
    ...(missing.length > 0
      ? wrap(`not covered: ${missing.map(({ outcome }) => outcome).join(', ')}`, 2)
      : []),
    ...(others.length > 0 ? wrap(`not in the document: ${others.map(cell).join(', ')}`, 2) : []),
  ]
}

function assumptionLines({ assumptions }: Report): string[] {
  if (assumptions.length === 0) return []
  const width = Math.max(...assumptions.map(({ choice }) => choice.length))
  return [
    '',
    apart('Assumptions used', 'responses'),
    ...assumptions.flatMap(({ choice, count, question }) =>
      wrap(question, width + 4, 8).map((line, index) => {
        if (index > 0) return line
        const named = `  ${choice.padEnd(width)}${line.slice(width + 2)}`
        return named.padEnd(WIDTH - 6) + String(count).padStart(6)
      }),
    ),
  ]
}

/** Formats a heading on the left and a total on the right. */
function apart(left: string, right: string): string {
  return `${left}${right.padStart(WIDTH - left.length)}`
}

/** Wraps text at spaces; no text begins with a word that is longer than a line. */
function wrap(text: string, indent: number, margin = 0): string[] {
  const width = WIDTH - margin - indent
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = `${line} ${word}`.trimStart()
    if (longer.length > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each)
}
