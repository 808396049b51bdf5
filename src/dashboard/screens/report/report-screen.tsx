import { useEffect, useState } from 'preact/hooks'
import { client, read } from '../../state/client.ts'
import { linkTo, route } from '../../state/route.ts'
import { items } from '../../state/story.ts'
import type { Report } from '../../state/types.ts'

const resultLabels = {
  pass: '✓ passed',
  fail: '✕ failed',
  advice: 'i advice',
  not_exercised: '– not tested',
} as const

/** The report on the client: etiquette, covered outcomes and assumptions. */
export function ReportScreen() {
  const [report, setReport] = useState<Report | undefined>()
  const { account } = route.value
  useEffect(() => {
    void read(() => client.value.report(account)).then(setReport)
  }, [account, items.value[0]?.order])
  if (!report) return <p class="hint">Loading the report …</p>
  return (
    <>
      <Etiquette report={report} />
      <Coverage report={report} />
      <Assumptions report={report} />
    </>
  )
}

function Etiquette({ report }: { report: Report }) {
  return (
    <section class="card" aria-labelledby="etiquette">
      <h2 id="etiquette">Etiquette</h2>
      <ul class="rules">
        {report.etiquette.map(({ rule, title, verdict, why, expected, entries: visible }) => (
          <li key={rule} class={verdict}>
            <span class="verdict">{resultLabels[verdict]}</span>
            <div>
              <b>{title}</b>
              <p>{why}</p>
              {(verdict === 'fail' || verdict === 'advice') && <p>{expected}</p>}
              {visible.map((id) => (
                <Cited key={id} id={id} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A call links to its page; actions and events have none. */
function Cited({ id }: { id: string }) {
  if (!id.startsWith('req_')) return <span class="chip">{id}</span>
  return (
    <a class="chip" href={linkTo({ screen: 'story', detail: id })}>
      {id}
    </a>
  )
}

function Coverage({ report }: { report: Report }) {
  const documented = report.coverage.filter((row) => row.documented)
  const met = documented.filter(({ count }) => count > 0).length
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">
        Coverage: {met} of {documented.length} documented outcomes covered
      </h2>
      <ul class="coverage">
        {report.coverage.map(({ outcome, count }) => (
          <li key={outcome} class={count > 0 ? 'met' : 'unmet'}>
            <span aria-hidden="true">{count > 0 ? '●' : '○'}</span> {outcome}{' '}
            <small>{count === 0 ? 'not covered' : `${count} ×`}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Assumptions({ report }: { report: Report }) {
  if (report.assumptions.length === 0) return null
  return (
    <section class="card" aria-labelledby="assumptions">
      <h2 id="assumptions">Assumptions used</h2>
      <ul class="assumption-list">
        {report.assumptions.map(({ choice, count, question }) => (
          <li key={choice}>
            <span class="chip assumed">{choice}</span> {question} <small>{count} ×</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
