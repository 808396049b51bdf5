import type { ReportView } from '../../contract/control/control-shapes.ts'
import { successes } from '../../contract/operations.ts'
import { documentedErrors } from '../../contract/errors.ts'
import type { DocumentedDetail } from '../../contract/outcomes.ts'
import type { Entry } from '../record/entry.ts'
import { parseQuery } from '../calls/list-request.ts'
import { parsed } from './rule.ts'

/** How often one outcome occurred. */
export type Coverage = ReportView['coverage'][number]

/** Is this detail in a call? */
const details: Record<DocumentedDetail, (entry: Entry) => boolean> = {
  created_with_expiry: (entry) => entry.outcome === 'created' && requested(entry, 'expires_at'),
  created_single_use: (entry) => entry.outcome === 'created' && requested(entry, 'single_use'),
  listed_with_limit: (entry) => entry.outcome === 'listed' && gave(entry, 'limit'),
  listed_next_page: (entry) => entry.outcome === 'listed' && gave(entry, 'last_key'),
}

/** The documented outcomes with their counts, including zeros, then the undocumented ones that occurred. */
export function coverageOf(entries: readonly Entry[]): Coverage[] {
  const counts = new Map<string, number>()
  for (const { outcome } of entries) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
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
  ]
}

/** null and false do not count as a request. */
function requested(entry: Entry, field: string): boolean {
  return Boolean(parsed(entry.request.body)[field])
}

function gave(entry: Entry, parameter: string): boolean {
  return parseQuery(entry.request.query).has(parameter)
}
