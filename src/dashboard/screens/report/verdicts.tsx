import { withFullStop, capitalized } from '../../../words/capitals.ts'
import { toNumber } from '../../../text/numbers.ts'
import { entries } from '../../state/history.ts'
import type { Report } from '../../service/types.ts'
import { Cited } from './cited.tsx'
import { HowToMeet } from './situation-button.tsx'
import { situationOf } from './situations.ts'

type EtiquetteRow = Report['etiquette'][number]

const groups = {
  fail: { title: 'Broken', mark: '✕', empty: 'The client has broken no rule.' },
  advice: { title: 'Advice', mark: 'i', empty: 'There is nothing to advise.' },
  pass: { title: 'Kept', mark: '✓', empty: 'No rule has been kept yet.' },
  not_exercised: { title: 'Not met yet', mark: '–', empty: 'Every situation has been met.' },
} as const

/** The rules of etiquette with one verdict. */
export function Verdicts({ report, of }: { report: Report; of: EtiquetteRow['verdict'] }) {
  const { title, mark, empty } = groups[of]
  const rows = report.etiquette.filter(({ verdict }) => verdict === of)
  const found = new Map(entries.peek().map((item) => [item.id, item] as const))
  return (
    <section class={`card rules ${of}`} aria-labelledby={`rules-${of}`}>
      <h2 id={`rules-${of}`}>
        <span class="verdict" aria-hidden="true">
          {mark}
        </span>{' '}
        {title} ({toNumber(rows.length)})
      </h2>
      {rows.length === 0 && <p class="hint">{empty}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.rule}>
            <h3>{capitalized(row.title)}</h3>
            <p dir="auto">{withFullStop(row.why)}</p>
            {of !== 'pass' && <p class="hint">{row.expected}</p>}
            <Cited ids={row.entries} found={found} isOpen={of === 'fail' || of === 'advice'} />
            {of === 'not_exercised' && <NotMet row={row} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NotMet({ row: { situation: outcome, next } }: { row: EtiquetteRow }) {
  const situation = next === undefined ? situationOf(outcome ?? '') : { next }
  return situation ? <HowToMeet situation={situation} /> : null
}
