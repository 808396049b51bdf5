import { notOneOf } from '../contract/fields.ts'
import { ActionRefused } from '../core/refused.ts'
import { reportFormatNames, reportFormats } from '../core/report/formats.ts'
import { reportOn } from '../core/report/report.ts'
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

function wordOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = query.get(name)
  if (given === null) return undefined
  const word = words.find((known) => known === given)
  if (word === undefined) throw new ActionRefused(400, `${name}: ${notOneOf(given, words)}`, name)
  return word
}
