import { countOf } from '../../../text/numbers.ts'
import { choices } from '../../state/store.ts'
import type { Report } from '../../service/types.ts'
import { linkToEntries } from './link-to-entries.ts'

/** The choices where the document is silent, and the number of answers that rest on each. */
export function Choices({ report }: { report: Report }) {
  return (
    <section aria-labelledby="choices">
      <h2 id="choices">Choices that mattered</h2>
      <p class="hint">
        {report.choices.length === 0
          ? 'No answer rests on a choice: the API document says all of it.'
          : 'Where the API document is silent, the sandbox chooses. The real service may answer differently.'}
      </p>
      <ul class="rows">
        {report.choices.map(({ choice, count, question }) => (
          <li key={choice}>
            {question} <b>{valueOf(choice)}</b>{' '}
            <a href={linkToEntries({ choice })}>in {countOf(count, 'answer')}</a>
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
