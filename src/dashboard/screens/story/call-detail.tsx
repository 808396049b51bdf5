import { lazy } from '../../components/lazy.tsx'
import { LongText } from '../../components/long-text.tsx'
import { targetOf } from '../../labels/items.ts'
import { basisLabels, checkLabel } from '../../../words/outcomes.ts'
import { prettyText } from '../../labels/json.ts'
import { readingLabel } from '../../labels/readings.ts'
import { choices } from '../../state/account.ts'
import type { HistoryCall } from '../../state/types.ts'

const WhatIf = lazy(async () => (await import('./what-if/what-if.tsx')).WhatIf)

/** One call: the reason for its answer, its checks in order, the request and the response. */
export function CallDetail({ call }: { call: HistoryCall }) {
  const { outcome, why, basis, source } = call
  return (
    <>
      <pre class="target-whole" dir="auto" tabIndex={0}>
        {targetOf(call)}
      </pre>
      <p class="why-whole">
        <bdi>{why}</bdi>
      </p>
      <p class="hint">
        {basisLabels[basis]}: {source.replace(': an injected fault', '')} ·{' '}
        <span class="identifier">{outcome}</span>
        {call.fault !== null && (
          <>
            {' · '}
            <span class="identifier">{call.fault}</span>
          </>
        )}
        {call.client_left && ' · the client had left before its answer was ready'}
      </p>
      <Checks entry={call} />
      <Assumed ids={call.choices} />
      <div class="sides">
        <Side
          title="Request"
          none="(no headers)"
          headers={call.request.headers}
          body={call.request.body}
        />
        <Side
          title="Response"
          none={noHeaders(call)}
          headers={call.response.headers}
          body={call.response.body}
        />
      </div>
      <WhatIf call={call} />
    </>
  )
}

/** An answer records the headers that are its own. */
function noHeaders({ response }: HistoryCall): string {
  return response.status === 0 ? '(nothing was sent)' : '(only those of every answer)'
}

function Checks({ entry }: { entry: HistoryCall }) {
  if (entry.checks.length === 0) return null
  return (
    <section aria-labelledby="checks">
      <h3 id="checks">Checks, in order</h3>
      <ol class="checks">
        {entry.checks.map(({ check, passed, detail }, index) => (
          <li key={index} class={passed ? 'passed' : 'failed'}>
            <span aria-hidden="true">{passed ? '✓' : '✕'}</span>
            <b>
              {checkLabel(check)} <small class="identifier">{check}</small>
            </b>{' '}
            <span>{passed ? 'passed' : 'failed'}</span>
            {detail !== undefined && <small>{detail}</small>}
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

/** `none` stands for headers if there are none to show. */
type SideProps = {
  title: string
  headers: object | undefined
  none: string
  body: string | null | undefined
}

function Side({ title, headers = {}, none, body }: SideProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre tabIndex={0}>{lines.join('\n') || none}</pre>
      <LongText text={body ? prettyText(body) : '(no body)'} />
    </section>
  )
}
