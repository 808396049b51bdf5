import { reportOn } from '../../../core/report/report.ts'
import { toEntryView } from '../../../core/views/account-view.ts'
import { reportFormatNames, reportFormats } from '../../../report-formats/formats.ts'
import { composeEntries } from '../compose-entries.ts'
import { wordOf } from '../query.ts'
import { filterNames, findEntry, readFilter, select } from '../requests.ts'
import type { Answer, Context, Route } from '../route.ts'
import { waitForEntries, waitNames } from '../wait.ts'

/** The calls that an account has received, and the report on them. */
export const journalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'requests',
    scope: 'account',
    parameters: filterNames,
    summary: 'The journal, oldest first (operation, status, outcome, since, limit)',
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
    summary: 'Waits until count matching calls are there, for timeout of real time; else 408',
    answer: waitForEntries,
  },
  {
    method: 'GET',
    path: 'requests/:id',
    scope: 'account',
    isLarge: true,
    summary: 'One call with its checks and its reason',
    answer: ({ account, params }) => ({
      body: toEntryView(findEntry(account.journal, params['id']!)),
    }),
  },
  {
    method: 'DELETE',
    path: 'requests',
    scope: 'account',
    summary: 'Forget the calls so far',
    answer: ({ account }) => {
      account.journal.clear()
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: 'report',
    scope: 'account',
    parameters: ['format', 'accounts'],
    isLarge: true,
    summary: 'Coverage, etiquette and assumptions (format=json|text|markdown|junit, accounts=all)',
    answer: answerReport,
  },
]

/** GET report: of one account, or with `accounts=all` of all of them together. */
function answerReport({ sandbox, account, query }: Context): Answer {
  const name = wordOf(query, 'format', reportFormatNames) ?? 'json'
  const isWhole = wordOf(query, 'accounts', ['all']) === 'all'
  const report = reportOn(isWhole ? sandbox.accounts() : [account])
  if (name === 'json') return { body: report }
  const { type, write } = reportFormats[name]
  return { text: { type, content: write(report) } }
}
