import { reportFormatNames, reportFormats } from '../../report-formats/formats.ts'
import { reportOn } from '../../core/report/report.ts'
import { wordOf } from './query-word.ts'
import type { Answer, Context } from './route.ts'

/** GET report: of one account, or with `accounts=all` of all of them together. */
export function answerReport({ sandbox, account, query }: Context): Answer {
  const name = wordOf(query, 'format', reportFormatNames) ?? 'json'
  const isWhole = wordOf(query, 'accounts', ['all']) === 'all'
  const report = reportOn(isWhole ? sandbox.accounts() : [account])
  if (name === 'json') return { body: report }
  const { type, write } = reportFormats[name]
  return { text: { type, content: write(report) } }
}
