import { escapeXml, escapeXmlLines } from '../text/xml.ts'

/** A test case of a JUnit file. Without a failure and without a reason to skip it, it passed. */
export type JUnitCase = {
  name: string
  /** How long it took, if that is known. */
  seconds?: number
  /** What is wrong in one line, and the details in several. */
  failure?: { message: string; details?: string }
  /** Why it did not take place. */
  skipped?: string
  /** Output that is worth reading although the case passed. */
  output?: string
}

/** Formats test cases as a JUnit file with one suite. `output` is what belongs to none of them. */
export function toJUnitFile(suite: string, cases: readonly JUnitCase[], output = ''): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="alias-sandbox" ${counts}>`,
    `  <testsuite name="${escapeXml(suite)}" ${counts}>`,
    ...cases.flatMap((each) => testCase(suite, each)),
    ...(output === '' ? [] : [`    ${toOutput(output)}`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(suite: string, { name, seconds, ...rest }: JUnitCase): string[] {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`
  const open = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${time}`
  const content = contentOf(rest)
  return content === '' ? [`${open}/>`] : [`${open}>`, `      ${content}`, '    </testcase>']
}

function contentOf({ failure, skipped, output }: Omit<JUnitCase, 'name' | 'seconds'>): string {
  if (skipped !== undefined) return `<skipped message="${escapeXml(skipped)}"/>`
  if (failure) {
    const { message, details = '' } = failure
    return `<failure message="${escapeXml(message)}">${escapeXmlLines(details)}</failure>`
  }
  return output === undefined ? '' : toOutput(output)
}

function toOutput(text: string): string {
  return `<system-out>${escapeXmlLines(text)}</system-out>`
}
