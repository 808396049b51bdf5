import { resultTypes } from '../../../contract/control/answer-forms.ts'
import { toJudged } from '../../../core/report/judged-account.ts'
import { reportOn, toStrict, type Report } from '../../../core/report/report.ts'
import { toEntryView } from '../../../core/views/account-view.ts'
import { toEtiquetteResult } from '../../../results/etiquette-result.ts'
import { resultFormats } from '../../../results/formats.ts'
import { composeEntries } from '../compose-entries.ts'
import { findEntry, readFilter, select } from '../requests.ts'
import type { Answer, Context, Handlers } from '../route.ts'
import { waitForEntries } from '../wait.ts'

/** The calls that an account has received, and the report about them. */
export const journalHandlers = {
  'GET requests': ({ account, query }) => {
    const filter = readFilter(query)
    const { journal } = account
    const entries = composeEntries(select(journal.entries().filter(filter.matches), filter))
    const end = `,"dropped":${JSON.stringify(journal.dropped)}}`
    return { pieces: ['{"requests":', ...entries, end] }
  },
  'GET requests/wait': waitForEntries,
  'GET requests/:id': ({ account, params }) => ({
    body: toEntryView(findEntry(account.journal, params.id)),
  }),
  'DELETE requests': ({ account }) => {
    account.journal.clear()
    return { status: 204 }
  },
  'GET report': answerReport,
} satisfies Partial<Handlers>

/** Reports on one account, or with `accounts=all` on all of them together. */
function answerReport({ sandbox, account, query }: Context<'GET report'>): Answer<Report> {
  const name = query.read('format')
  const isWhole = query.read('accounts') === 'all'
  const isStrict = query.read('strict')
  const judged = reportOn((isWhole ? sandbox.accounts() : [account]).map(toJudged))
  const report = isStrict ? toStrict(judged) : judged
  if (name === 'json') return { body: report }
  return {
    text: {
      type: resultTypes[name],
      content: resultFormats[name].write(toEtiquetteResult(report)),
    },
  }
}
