import type { EtiquetteRow, Report } from './report.ts'

/** The etiquette as JUnit XML: a test case a rule, what was not exercised is skipped. */
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
  const open = `    <testcase classname="etiquette" name="${escaped(row.title)}"`
  switch (row.verdict) {
    case 'pass':
      return [`${open}/>`]
    case 'not_exercised':
      return [`${open}>`, `      <skipped message="${escaped(row.why)}"/>`, '    </testcase>']
    case 'info':
      return [`${open}>`, `      <system-out>${escaped(row.why)}</system-out>`, '    </testcase>']
    case 'fail':
      return [
        `${open}>`,
        `      <failure message="${escaped(row.why)}">${escaped(`${row.source}. See ${row.entries.join(' ')}.`)}</failure>`,
        '    </testcase>',
      ]
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Control characters cannot stand in XML at all, so they are left out. */
function escaped(text: string): string {
  return Array.from(text)
    .filter((letter) => letter >= ' ' || letter === '\n' || letter === '\t')
    .map((letter) => entities[letter] ?? letter)
    .join('')
}
