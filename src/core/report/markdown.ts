import type { Report } from './report.ts'
import { counted, type Verdict } from './rule.ts'

const marks: Record<Verdict, string> = {
  pass: '✅ pass',
  fail: '❌ fail',
  info: 'ℹ️ note',
  not_exercised: '➖ not exercised',
}

/** The report as Markdown, for the summary page of a CI job. */
export function toMarkdown(report: Report): string {
  const { accounts, calls, etiquette, coverage, assumptions } = report
  const rows = etiquette.map(
    ({ title, verdict, why, source, entries }) =>
      `| ${marks[verdict]} | ${cell(title)} | ${cell(why)} | ${cell(source)} | ${entries.map((id) => `\`${id}\``).join(' ')} |`,
  )
  return [
    '## alias-sandbox report',
    '',
    `${counted(calls, 'call')} on ${accounts.length === 1 ? `account \`${accounts[0]}\`` : counted(accounts.length, 'account')}.`,
    '',
    '| verdict | rule | why | document | calls |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '| outcome | documented | met |',
    '|---|---|---|',
    ...coverage.map(
      ({ outcome, documented, count }) =>
        `| ${outcome} | ${documented ? 'yes' : 'no'} | ${count} |`,
    ),
    ...(assumptions.length === 0
      ? []
      : [
          '',
          '| assumption | question | answers |',
          '|---|---|---|',
          ...assumptions.map(
            ({ choice, question, count }) => `| \`${choice}\` | ${cell(question)} | ${count} |`,
          ),
        ]),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}
