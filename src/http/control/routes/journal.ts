import { toJudged } from '../../../core/report/judged-account.ts'
import { reportOn, toStrict } from '../../../core/report/report.ts'
import { toEntryView } from '../../../core/views/account-view.ts'
import { reportFormatNames, reportFormats } from '../../../report-formats/formats.ts'
import { composeEntries } from '../compose-entries.ts'
import { wordOf } from '../query.ts'
import { filterNames, findEntry, readFilter, select } from '../requests.ts'
import type { Answer, Context, Route } from '../route.ts'
import { waitForEntries, waitNames } from '../wait.ts'

/** The calls that an account has received, and the report about them. */
export const journalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'requests',
    scope: 'account',
    parameters: filterNames,
    summary:
      'List the calls in the journal, oldest first (filters: operation, status, outcome, since, limit; body, header, query: JSON objects of fields that must be equal)',
    isLarge: true,
    answer: ({ account, query }) => {
      const filter = readFilter(query)
      const { journal } = account
      const entries = composeEntries(select(journal.entries().filter(filter.matches), filter))
      const end = `,"dropped":${JSON.stringify(journal.dropped)}}`
      return { pieces: ['{"requests":', ...entries, end] }
    },
  },
  {
    method: 'GET',
    path: 'requests/wait',
    scope: 'account',
    parameters: waitNames,
    summary: 'Wait until the journal has count matching calls; 408 after timeout (real time)',
    answer: waitForEntries,
  },
  {
    method: 'GET',
    path: 'requests/:id',
    scope: 'account',
    isLarge: true,
    summary: 'Get one call with its checks and the reason for its response',
    answer: ({ account, params }) => ({
      body: toEntryView(findEntry(account.journal, params['id']!)),
    }),
  },
  {
    method: 'DELETE',
    path: 'requests',
    scope: 'account',
    summary: 'Clear the journal',
    answer: ({ account }) => {
      account.journal.clear()
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: 'report',
    scope: 'account',
    parameters: ['format', 'accounts', 'strict'],
    isLarge: true,
    summary:
      'Get the report on the calls since the journal was last cleared: coverage, etiquette, assumptions (format=json|text|markdown|junit, accounts=all, strict=true: advice fails)',
    answer: answerReport,
  },
]

/** Reports on one account, or with `accounts=all` on all of them together. */
function answerReport({ sandbox, account, query }: Context): Answer {
  const name = wordOf(query, 'format', reportFormatNames) ?? 'json'
  const isWhole = wordOf(query, 'accounts', ['all']) === 'all'
  const isStrict = wordOf(query, 'strict', ['true', 'false']) === 'true'
  const judged = reportOn((isWhole ? sandbox.accounts() : [account]).map(toJudged))
  const report = isStrict ? toStrict(judged) : judged
  if (name === 'json') return { body: report }
  const { type, write } = reportFormats[name]
  return { text: { type, content: write(report) } }
}
