import { LongText } from '../../../components/long-text.tsx'
import { targetOf } from '../../../labels/entries.ts'
import { checkLabel } from '../../../../words/outcomes.ts'
import { prettyText } from '../../../labels/json.ts'
import { choices } from '../../../state/store.ts'
import type { RequestEntry } from '../../../service/types.ts'

/** One request, its answer, and the checks that led to it. */
export function RequestDetail({ entry }: { entry: RequestEntry }) {
  const { request, response } = entry
  return (
    <>
      <section aria-label="Request">
        <h3>Request</h3>
        <pre>{targetOf(entry)}</pre>
        {request.body ? <LongText text={prettyText(request.body)} /> : null}
        <Headers headers={request.headers} />
      </section>
      <section aria-label="Answer">
        <h3>Answer</h3>
        <LongText text={response.body ? prettyText(response.body) : '(no body)'} />
        <Headers headers={response.headers} />
      </section>
      <Checks entry={entry} />
      <Choices ids={entry.choices} />
    </>
  )
}

/** Folded: they seldom matter. */
function Headers({ headers }: { headers: object }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  if (lines.length === 0) return null
  return (
    <details>
      <summary>Headers ({lines.length})</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}

function Checks({ entry: { checks, why } }: { entry: RequestEntry }) {
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="checks">
      <h3 id="checks">Checks, in order</h3>
      <ol class="checks">
        {checks.map(({ check, passed, detail }, index) => (
          <li key={index} class={passed ? 'good' : 'refused'}>
            {checkLabel(check)}: {passed ? 'passed' : 'failed'}
            {/* The reason stands above. */}
            {detail !== undefined && detail !== why && <span class="hint"> {detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The choices that shaped the answer, with their alternatives. */
function Choices({ ids }: { ids: readonly string[] }) {
  const known = choices.value.filter(({ id }) => ids.includes(id))
  if (known.length === 0) return null
  return (
    <section aria-labelledby="choices">
      <h3 id="choices">Where the API document is silent</h3>
      <ul>
        {known.map(({ id, question, value, alternatives }) => (
          <li key={id}>
            {question} Here: <b>{readingLabel(value)}</b>; could also be{' '}
            {alternatives.length === 0
              ? 'anything else'
              : alternatives.map((each) => readingLabel(each.value)).join(', ')}
            .
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the label of one value of a choice: `clock minute`, `yes`, `10`. */
function readingLabel(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value).replaceAll('_', ' ')
}
