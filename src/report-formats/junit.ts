import { escapeXml } from '../text/xml.ts'
import type { EtiquetteRow, Report } from '../core/report/report.ts'
import { toReferences, toSentences, verdictWords } from './row.ts'

/**
 * Formats the etiquette report as JUnit XML: one test case per rule; rules that were not exercised are
 * skipped, and advice is output of a test case that passes.
 */
export function toJUnit({ etiquette }: Report): string {
  const count = (verdict: string) => etiquette.filter((row) => row.verdict === verdict).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="alias-sandbox" tests="${etiquette.length}" failures="${count('fail')}" skipped="${count('not_exercised')}">`,
    `  <testsuite name="etiquette" tests="${etiquette.length}" failures="${count('fail')}" skipped="${count('not_exercised')}">`,
    ...etiquette.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(row: EtiquetteRow): string[] {
  const open = `    <testcase classname="etiquette" name="${escapeXml(row.title)}"`
  const content = contentOf(row)
  return content === '' ? [`${open}/>`] : [`${open}>`, `      ${content}`, '    </testcase>']
}

function contentOf(row: EtiquetteRow): string {
  const said = escapeXml(toSentences(row))
  const references = escapeXml(toReferences(row))
  switch (row.verdict) {
    case 'pass':
      return ''
    case 'not_exercised':
      return `<skipped message="${said}"/>`
    case 'advice':
      return `<system-out>${verdictWords.advice}: ${said} ${references}</system-out>`
    case 'fail':
      return `<failure message="${said}">${references}</failure>`
  }
}
