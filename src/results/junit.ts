import { maskText } from '../text/mask.ts'
import { escapeXml, escapeXmlLines } from '../text/xml.ts'
import { toLines } from './lines.ts'
import type { Case, ResultPart, Result, Status } from './result.ts'

/** Formats a result as JUnit XML: a suite with a test case for each case. Advice is output of a case that passes. */
export function toJUnit({ name, cases, notes }: Result): string {
  const count = (status: Status) => cases.filter((each) => each.status === status).length
  const counts = `tests="${cases.length}" failures="${count('fail')}" skipped="${count('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="alias-sandbox" ${counts}>`,
    `  <testsuite name="${escapeXml(name)}" ${counts}>`,
    ...cases.flatMap((each) => testCase(name, each)),
    ...(notes.length === 0 ? [] : [`    ${toOutput(plain(notes))}`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(suite: string, each: Case): string[] {
  const { name, seconds } = each
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`
  const open = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${time}`
  const content = contentOf(each)
  return content === undefined ? [`${open}/>`] : [`${open}>`, `      ${content}`, '    </testcase>']
}

function contentOf({ status, title, message, details = [], output }: Case): string | undefined {
  const said = [title, message].filter((text) => text !== undefined).join('. ')
  const attribute = `message="${escapeXml(maskText(said))}"`
  switch (status) {
    case 'pass':
      return undefined
    case 'skipped':
      return `<skipped ${attribute}/>`
    case 'advice':
      return toOutput(plain([`advice: ${said}`, ...details]))
    case 'fail': {
      const texts = [
        ...(details.length > 0 ? [plain(details)] : []),
        ...(output === undefined ? [] : [maskText(output)]),
      ]
      return `<failure ${attribute}>${escapeXmlLines(texts.join('\n'))}</failure>`
    }
  }
}

function plain(parts: readonly ResultPart[]): string {
  return parts
    .flatMap(toLines)
    .map(({ lead, text }) => lead + text)
    .join('\n')
}

function toOutput(text: string): string {
  return `<system-out>${escapeXmlLines(text)}</system-out>`
}
