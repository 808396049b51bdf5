import type { EtiquetteRow, Report } from '../core/report/report.ts'
import { printable } from '../text/escape.ts'
import { toJUnitFile, type JUnitCase } from './junit-file.ts'
import { toReferences, toSentences, verdictWords } from './row.ts'

const MAX_TEXT = 2_000

/**
 * Formats the etiquette report as JUnit XML: one test case per rule; rules that were not exercised are
 * skipped, and advice is output of a test case that passes.
 */
export function toJUnit({ etiquette }: Report): string {
  return toJUnitFile('etiquette', etiquette.map(toCase))
}

function toCase(row: EtiquetteRow): JUnitCase {
  const name = row.title
  const said = toSentences(row)
  switch (row.verdict) {
    case 'pass':
      return { name }
    case 'not_exercised':
      return { name, skipped: said }
    case 'advice':
      return { name, output: oneLine(`${verdictWords.advice}: ${said} ${toReferences(row)}`) }
    case 'fail':
      return { name, failure: { message: said, details: oneLine(toReferences(row)) } }
  }
}

/** The texts of a report come from clients: no line of them may look like one of a log. */
function oneLine(text: string): string {
  return printable(text, MAX_TEXT)
}
