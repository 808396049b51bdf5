import { resultTypes } from '../contract/control/answer-forms.ts'
import { toJudged } from '../report/judged-account.ts'
import { reportOn, toStrict, type Report } from '../report/report.ts'
import { toEtiquetteResult } from '../results/etiquette-result.ts'
import { resultFormats } from '../results/formats.ts'
import { headersOfText } from './reply.ts'
import type { RouteAnswer, Context } from './route.ts'

/** Reports on one account, or with `accounts=all` on all of them together. */
export function answerReport({
  sandbox,
  account,
  query,
}: Context<'GET report'>): RouteAnswer<Report> {
  const name = query.read('format')
  const isWhole = query.read('accounts') === 'all'
  const isStrict = query.read('strict')
  const judged = reportOn((isWhole ? sandbox.accounts() : [account]).map(toJudged))
  const report = isStrict ? toStrict(judged) : judged
  if (name === 'json') return { body: report }
  const text = resultFormats[name](toEtiquetteResult(report))
  return { headers: headersOfText(resultTypes[name]), pieces: [text] }
}
