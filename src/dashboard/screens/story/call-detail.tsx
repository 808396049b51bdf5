import { LongText } from '../../components/long-text.tsx'
import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { toPretty } from '../../labels/json.ts'
import { choices } from '../../state/account.ts'
import type { Entry } from '../../state/types.ts'
import { HandOver } from './hand-over/hand-over.tsx'
import { WhatIf } from './what-if/what-if.tsx'

const basisWords = {
  documented: 'Documented',
  assumed: 'Assumed, because the API document is silent',
  injected: 'Injected by a fault or a setting',
} as const

/** One call: its response and the reason, its checks in order, the request and the response. */
export function CallDetail({ entry }: { entry: Entry }) {
  const { request, response, outcome, why, basis, source } = entry
  const target = `${request.path}${request.query === '' ? '' : `?${request.query}`}`
  return (
    <article class="card call-detail" aria-label={`Call ${entry.id}`}>
      <h2>
        {request.method} {target}
      </h2>
      <p class="answered">
        <OutcomeMark status={response.status} outcome={outcome} />
        <small>
          {entry.id} · {entry.at} · {entry.duration_ms} ms
        </small>
      </p>
      <p class="why-whole">{why}</p>
      <p class="hint">
        {basisWords[basis]}: {source}
        {entry.fault !== null && ` · fault ${entry.fault}`}
      </p>
      <HandOver item={entry} />
      <Checks entry={entry} />
      <Assumed ids={entry.choices} />
      <div class="sides">
        <Side title="Request" headers={request.headers} body={request.body} />
        <Side title="Response" headers={response.headers} body={response.body} />
      </div>
      <WhatIf call={entry} />
    </article>
  )
}

function Checks({ entry }: { entry: Entry }) {
  if (entry.checks.length === 0) return null
  return (
    <section aria-labelledby="checks">
      <h3 id="checks">Checks, in order</h3>
      <ol class="checks">
        {entry.checks.map(({ check, passed, detail }, index) => (
          <li key={index} class={passed ? 'passed' : 'failed'}>
            <span aria-hidden="true">{passed ? '✓' : '✕'}</span>
            <b>{check}</b> <span>{passed ? 'passed' : 'failed'}</span>
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
            <span class="chip assumed">{id}</span> {question} Here: <b>{String(value)}</b>; could
            also be {alternatives.map((each) => String(each.value)).join(', ')}.
          </li>
        ))}
      </ul>
    </section>
  )
}

type SideProps = { title: string; headers: object; body: unknown }

function Side({ title, headers, body }: SideProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre tabIndex={0}>{lines.join('\n') || '(no headers)'}</pre>
      <LongText text={body === null || body === '' ? '(no body)' : toPretty(body)} />
    </section>
  )
}
