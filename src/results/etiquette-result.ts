import { isMailOutcome } from '../contract/mail-outcomes.ts'
import type { EtiquetteRow, Report } from '../report/report.ts'
import { countOf } from '../text/numbers.ts'
import type { Case, ResultPart, Result } from './result.ts'

/** The judgement of a client, as a case for each rule; what it covered is a note. */
export function toEtiquetteResult(report: Report): Result {
  return {
    name: 'etiquette',
    headline: headlineOf(report),
    cases: report.etiquette.map(toCase),
    notes: [coverageNote(report), ...choiceNotes(report), ...forgottenNotes(report)],
    data: report,
  }
}

/** `2 of 13 rules failed, advice on 1, 8 not exercised`. */
function headlineOf({ etiquette }: Report): string {
  const count = (verdict: EtiquetteRow['verdict']) =>
    etiquette.filter((row) => row.verdict === verdict).length
  const advice = count('advice') === 0 ? '' : `, advice on ${count('advice')}`
  return `${count('fail')} of ${countOf(etiquette.length, 'rule')} failed${advice}, ${count('not_exercised')} not exercised`
}

function toCase({ title: name, verdict, why, expected, source, entries }: EtiquetteRow): Case {
  switch (verdict) {
    case 'pass':
      return { name, status: verdict, message: why }
    case 'not_exercised':
      return { name, status: 'skipped', message: why }
    case 'fail':
    case 'advice':
      return {
        name,
        status: verdict,
        message: `${why}. ${expected}`,
        details: [`${source}. See ${entries.join(' ')}.`],
      }
  }
}

function coverageNote({ accounts, calls, coverage }: Report): ResultPart {
  const documented = coverage.filter((row) => row.documented)
  const met = documented.filter(({ count }) => count > 0)
  const missing = documented.filter(({ count }) => count === 0).map(({ outcome }) => outcome)
  const who = accounts.length === 1 ? `account ${accounts[0]}` : countOf(accounts.length, 'account')
  const mails = coverage.filter(({ outcome }) => isMailOutcome(outcome))
  const others = coverage.filter((row) => !row.documented && !mails.includes(row))
  const line = (title: string, rows: Report['coverage']) =>
    rows.length === 0
      ? []
      : [`${title}: ${rows.map(({ outcome, count }) => `${outcome} ${count}`).join(', ')}`]
  return {
    as: 'list',
    title: `Coverage of the document, ${met.length} of ${countOf(documented.length, 'outcome')} in ${countOf(calls, 'request')} of ${who}`,
    lines: [
      ...line('covered', met),
      ...(missing.length > 0 ? [`not covered: ${missing.join(', ')}`] : []),
      ...line('not in the document', others),
      ...line('mails', mails),
    ],
  }
}

function choiceNotes({ choices }: Report): ResultPart[] {
  if (choices.length === 0) return []
  return [
    {
      as: 'list',
      title: 'Choices that mattered',
      lines: choices.map(
        ({ choice, count, question }) => `${choice} (${countOf(count, 'response')}): ${question}`,
      ),
    },
  ]
}

/** Says how many calls were not judged, if any. */
export function forgottenNotes({ forgotten }: Report): string[] {
  if (forgotten === 0) return []
  return [`Not judged, because dropped or cleared: ${countOf(forgotten, 'older request')}.`]
}
