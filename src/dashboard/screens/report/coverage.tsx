import { isMailOutcome } from '../../../contract/mail-outcomes.ts'
import type { DocumentedDetail } from '../../../contract/outcomes.ts'
import { timesOf, toNumber } from '../../../text/numbers.ts'
import { coverageLabel } from '../../../words/coverage.ts'
import { rowOf } from '../../../words/row-of.ts'
import type { Report } from '../../service/types.ts'
import { HowToMeet } from './how-to-meet.tsx'
import { linkToEntries } from './link-to-entries.ts'
import { situationOf } from './situations.ts'

type CoverageRow = Report['coverage'][number]

/** The documented outcomes, met and not met by the client, and what else it met. */
export function Coverage({ report: { coverage } }: { report: Report }) {
  const documented = coverage.filter((row) => row.documented)
  const met = coverage.filter(({ count }) => count > 0)
  const unmet = documented.filter(({ count }) => count === 0)
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">
        {toNumber(documented.length - unmet.length)} of {toNumber(documented.length)} documented
        outcomes met
      </h2>
      <ul class="rows">
        {met.map((row) => (
          <li key={row.outcome}>
            {coverageLabel(row.outcome)} <a href={linkToMet(row)}>{timesOf(row.count)}</a>
            {!row.documented && !isMailOutcome(row.outcome) && (
              <small> not in the API document</small>
            )}
          </li>
        ))}
      </ul>
      {unmet.length > 0 && (
        <>
          <h3>Not met yet ({toNumber(unmet.length)})</h3>
          <ul class="rows">
            {unmet.map(({ outcome }) => (
              <li key={outcome}>
                <b>{coverageLabel(outcome)}</b>
                <Unmet outcome={outcome} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Unmet({ outcome }: { outcome: string }) {
  const situation = situationOf(outcome)
  return situation ? <HowToMeet place={`outcome ${outcome}`} situation={situation} /> : null
}

/** The words that the requests with a detail have in their text. */
const details: Record<DocumentedDetail, { outcome: string; text: string }> = {
  created_with_expiry: { outcome: 'created', text: '"expires_at"' },
  created_single_use: { outcome: 'created', text: '"single_use":true' },
  listed_with_limit: { outcome: 'listed', text: 'limit=' },
  listed_next_page: { outcome: 'listed', text: 'last_key=' },
}

function linkToMet({ outcome }: CoverageRow): string {
  if (isMailOutcome(outcome)) return linkToEntries({ kind: 'mails' })
  return linkToEntries(rowOf(details, outcome) ?? { outcome })
}
