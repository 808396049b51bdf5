import { escapeXml } from '../text/xml.ts'
import type { EtiquetteRow, Report } from '../core/report/report.ts'

/**
 * Formats the etiquette report as JUnit XML: one test case per rule; rules that were not exercised are
 * skipped.
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
  switch (row.verdict) {
    case 'pass':
      return [`${open}/>`]
    case 'not_exercised':
      return [`${open}>`, `      <skipped message="${escapeXml(row.why)}"/>`, '    </testcase>']
    case 'info':
      return [`${open}>`, `      <system-out>${escapeXml(row.why)}</system-out>`, '    </testcase>']
    case 'fail':
      return [
        `${open}>`,
        `      <failure message="${escapeXml(row.why)}">${escapeXml(`${row.source}. See ${row.entries.join(' ')}.`)}</failure>`,
        '    </testcase>',
      ]
  }
}
