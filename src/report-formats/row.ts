import type { EtiquetteRow } from '../core/report/report.ts'
import type { RuleResult } from '../core/report/rule.ts'

/** What every format says about a rule, in the same words. */

export const verdictWords: Record<RuleResult, string> = {
  pass: 'pass',
  fail: 'fail',
  advice: 'advice',
  not_exercised: 'not exercised',
}

/** Is there something that the client should have done otherwise? */
export function isBroken({ verdict }: EtiquetteRow): boolean {
  return verdict === 'fail' || verdict === 'advice'
}

/** What the client did, and what one that knows would have done. */
export function toSentences(row: EtiquetteRow): string {
  return isBroken(row) ? `${row.why}. ${row.expected}` : row.why
}

/** Where the document says so, and where the history shows it. */
export function toReferences({ source, entries }: EtiquetteRow): string {
  return `${source}. See ${entries.join(' ')}.`
}
