import { ToneMark } from '../../components/tone-mark.tsx'
import { toNumber, timesOf, countOf } from '../../../text/numbers.ts'
import { coverageLabel } from '../../../words/coverage.ts'
import { choices } from '../../state/store.ts'
import { isMailOutcome } from '../../../contract/mail-outcomes.ts'
import type { Report } from '../../service/types.ts'
import { HowToMeet } from './situation-button.tsx'
import { situationOf } from './situations.ts'

type CoverageRow = Report['coverage'][number]

/** The documented outcomes, met and not met by the client. */
export function Coverage({ report }: { report: Report }) {
  const documented = report.coverage.filter((row) => row.documented)
  const met = documented.filter(({ count }) => count > 0)
  const unmet = documented.filter(({ count }) => count === 0)
  const mails = report.coverage.filter(({ outcome }) => isMailOutcome(outcome))
  const others = report.coverage.filter((row) => !row.documented && !mails.includes(row))
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">
        {toNumber(met.length)} of {toNumber(documented.length)} documented outcomes met
      </h2>
      <Outcomes title="Met" rows={met} empty="No documented outcome has been met yet." />
      <h3>Not met yet ({toNumber(unmet.length)})</h3>
      {unmet.length === 0 && <p class="hint">The client has met every documented outcome.</p>}
      <ul class="unmet">
        {unmet.map(({ outcome }) => (
          <li key={outcome}>
            <b>{coverageLabel(outcome)}</b>
            {situationOf(outcome) && <HowToMeet situation={situationOf(outcome)!} />}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Outcomes title="Also met, though not in the document" rows={others} empty="" />
      )}
      {mails.length > 0 && <Outcomes title="Mails" rows={mails} empty="" />}
    </section>
  )
}

type OutcomesProps = { title: string; rows: readonly CoverageRow[]; empty: string }

function Outcomes({ title, rows, empty }: OutcomesProps) {
  return (
    <>
      <h3>
        {title} ({toNumber(rows.length)})
      </h3>
      {rows.length === 0 && <p class="hint">{empty}</p>}
      <ul class="met">
        {rows.map(({ outcome, count }) => (
          <li key={outcome}>
            <span class="good">
              <ToneMark tone="good" />
            </span>{' '}
            {coverageLabel(outcome)}
            <small>{timesOf(count)}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where the document is silent: what the sandbox assumed, and what else it could mean. */
export function Assumptions({ report }: { report: Report }) {
  return (
    <section class="card" aria-labelledby="assumptions">
      <h2 id="assumptions">Assumptions used ({toNumber(report.choices.length)})</h2>
      <p class="hint">
        Where the API document is silent, the sandbox assumes something. The real service may answer
        differently.
      </p>
      {report.choices.length === 0 && <p class="hint">No answer rests on an assumption.</p>}
      <ul class="assumed">
        {report.choices.map(({ choice, count, question }) => (
          <li key={choice}>
            {question}
            <p class="hint">
              Assumed here: <b>{valueOf(choice)}</b>, in {countOf(count, 'answer')}.
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function valueOf(choice: string): string {
  const value = choices.value.find(({ id }) => id === choice)?.value
  return value === undefined ? '…' : String(value)
}
