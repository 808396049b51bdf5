import { Code } from '../../components/code.tsx'
import { LongText } from '../../components/long-text.tsx'
import { targetOf } from '../../labels/items.ts'
import { basisLabels, checkLabel } from '../../../words/outcomes.ts'
import { prettyText } from '../../labels/json.ts'
import { readingLabel } from '../../labels/readings.ts'
import { choices } from '../../state/account.ts'
import type { RequestEntry } from '../../state/types.ts'

/** Why the call was answered so, and what says so. */
export function Reason({ call }: { call: RequestEntry }) {
  const { outcome, why, basis, source } = call
  return (
    <>
      <p class="why-whole">
        <bdi>{why}</bdi>
      </p>
      <p class="hint">
        {basisLabels[basis]} · {source}
        <Code>{outcome}</Code>
        <Code>{call.fault ?? ''}</Code>
        {call.client_left && ' · the client had left before its answer was ready'}
      </p>
    </>
  )
}

/** One call: its answer, the checks that led to it, and the request. */
export function CallDetail({ call }: { call: RequestEntry }) {
  const { request, response } = call
  return (
    <>
      <section aria-label="Response">
        <h3>Response</h3>
        <LongText text={response.body ? prettyText(response.body) : '(no body)'} />
        <Headers headers={response.headers} none={noHeaders(call)} />
      </section>
      <Checks call={call} />
      <Assumed ids={call.choices} />
      <section aria-label="Request">
        <h3>Request</h3>
        <pre class="target-whole" dir="auto" tabIndex={0}>
          {targetOf(call)}
        </pre>
        {request.body ? <LongText text={prettyText(request.body)} /> : null}
        <Headers headers={request.headers} none="No headers" />
      </section>
    </>
  )
}

/** An answer records the headers that are its own. */
function noHeaders({ response }: RequestEntry): string {
  return response.status === 0 ? 'Nothing was sent' : 'No headers but those of every answer'
}

/** Folded: the one that matters most, Retry-After, stands in the head. */
function Headers({ headers = {}, none }: { headers: object | undefined; none: string }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  if (lines.length === 0) return <p class="hint">{none}</p>
  return (
    <details class="headers">
      <summary>Headers ({lines.length})</summary>
      <pre tabIndex={0}>{lines.join('\n')}</pre>
    </details>
  )
}

function Checks({ call: { checks, why } }: { call: RequestEntry }) {
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="checks">
      <h3 id="checks">Checks, in order</h3>
      <ol class="checks">
        {checks.map(({ check, passed, detail }, index) => (
          <li key={index} class={passed ? 'passed' : 'failed'}>
            <span aria-hidden="true">{passed ? '✓' : '✕'}</span>
            <b>
              {checkLabel(check)}
              <Code>{check}</Code>
            </b>
            <span>{passed ? 'passed' : 'failed'}</span>
            {/* The reason stands above. */}
            {detail !== undefined && detail !== why && <small>{detail}</small>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The assumptions that affected the response, with their alternatives. */
function Assumed({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  const known = choices.value.filter(({ id }) => ids.includes(id))
  return (
    <section aria-labelledby="assumed">
      <h3 id="assumed">Assumptions</h3>
      <ul class="assumed">
        {known.map(({ id, question, value, alternatives }) => (
          <li key={id}>
            {question} Here: <b>{readingLabel(value)}</b>; could also be{' '}
            {alternatives.length === 0
              ? 'anything else'
              : alternatives.map((each) => readingLabel(each.value)).join(', ')}
            . <span class="chip assumed">{id}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
