import { escapeMarkdown, markdownCode } from '../text/markdown.ts'
import type { Report } from '../core/report/report.ts'
import { type RuleResult } from '../core/report/rule.ts'
import { toSentences, verdictWords } from './row.ts'
import { countOf } from '../words/numbers.ts'

const marks: Record<RuleResult, string> = {
  pass: '✅',
  fail: '❌',
  advice: 'ℹ️',
  not_exercised: '➖',
}

/** Formats the report as Markdown, for the summary page of a CI job. */
export function toMarkdown(report: Report): string {
  const { accounts, calls, etiquette, coverage, assumptions } = report
  const rows = etiquette.map(
    (row) =>
      `| ${marks[row.verdict]} ${verdictWords[row.verdict]} | ${escapeMarkdown(row.title)} | ${escapeMarkdown(toSentences(row))} | ${escapeMarkdown(row.source)} | ${row.entries.map((id) => markdownCode(id)).join(' ')} |`,
  )
  return [
    '## alias-sandbox report',
    '',
    `${countOf(calls, 'call')} on ${accounts.length === 1 ? `account ${markdownCode(accounts[0] ?? '')}` : countOf(accounts.length, 'account')}.`,
    '',
    '| verdict | rule | why | document | entries |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '| outcome | documented | count |',
    '|---|---|---|',
    ...coverage.map(
      ({ outcome, documented, count }) =>
        `| ${escapeMarkdown(outcome)} | ${documented ? 'yes' : 'no'} | ${count} |`,
    ),
    ...(assumptions.length === 0
      ? []
      : [
          '',
          '| assumption | question | responses |',
          '|---|---|---|',
          ...assumptions.map(
            ({ choice, question, count }) =>
              `| ${markdownCode(choice)} | ${escapeMarkdown(question)} | ${count} |`,
          ),
        ]),
    '',
  ].join('\n')
}
