import type { Entry, RequestEntry } from '../contract/history/entry.ts'
import type { ReportView } from '../contract/control/control-shapes.ts'
import { successes } from '../contract/operations.ts'
import { documentedErrors } from '../contract/errors.ts'
import { toMailOutcome } from '../contract/mail-outcomes.ts'
import type { DocumentedDetail } from '../contract/outcomes.ts'
import { isDelivered } from '../core/record/delivered-mail.ts'
import { parseQuery } from '../core/calls/list-request.ts'
import { parsed } from './rule.ts'

/** The number of times that one outcome occurred. */
export type Coverage = ReportView['coverage'][number]

/** Is this detail in a call? */
const details: Record<DocumentedDetail, (entry: RequestEntry) => boolean> = {
  created_with_expiry: (entry) => entry.outcome === 'created' && requested(entry, 'expires_at'),
  created_single_use: (entry) => entry.outcome === 'created' && requested(entry, 'single_use'),
  listed_with_limit: (entry) => entry.outcome === 'listed' && gave(entry, 'limit'),
  listed_next_page: (entry) => entry.outcome === 'listed' && gave(entry, 'last_key'),
}

/**
 * The documented outcomes of calls with their counts, including zeros, then the undocumented ones that occurred, and
 * what became of mails.
 */
export function coverageOf(history: readonly Entry[]): Coverage[] {
  const entries = history.filter((entry) => entry.type === 'call')
  const counts = countsOf(entries.map(({ outcome }) => outcome))
  const outcomes: string[] = [...successes, ...documentedErrors]
  return [
    ...outcomes.map((outcome) => ({ outcome, documented: true, count: counts.get(outcome) ?? 0 })),
    ...Object.entries(details).map(([outcome, isMet]) => ({
      outcome,
      documented: true,
      count: entries.filter(isMet).length,
    })),
    ...[...counts]
      .filter(([outcome]) => !outcomes.includes(outcome))
      .map(([outcome, count]) => ({ outcome, documented: false, count })),
    ...mailsOf(history),
  ]
}

/** Only what occurred: a client of the API need not deal with mail, so none of it is an outcome to be covered. */
function mailsOf(history: readonly Entry[]): Coverage[] {
  const outcomes = history.filter(isDelivered).map(({ result }) => toMailOutcome(result))
  return [...countsOf(outcomes)].map(([outcome, count]) => ({ outcome, documented: false, count }))
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** null and false do not count as a request. */
function requested(entry: RequestEntry, field: string): boolean {
  return Boolean(parsed(entry.request.body)[field])
}

function gave(entry: RequestEntry, parameter: string): boolean {
  return parseQuery(entry.request.query).has(parameter)
}
