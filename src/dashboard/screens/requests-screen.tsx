import { useState } from 'preact/hooks'
import { CallList } from '../components/call-list.tsx'
import { Pager, usePages } from '../components/pager.tsx'
import { go, linkTo, route } from '../state/route.ts'
import { RequestDetail } from './request-detail.tsx'
import { attempt, client, dropped, entries } from '../state/state.ts'

const PAGE = 25

/** The calls in the journal, filtered by outcome, or the details of one call. */
export function RequestsScreen() {
  const { detail } = route.value
  return detail === null ? <Journal /> : <OneCall id={detail} />
}

function Journal() {
  const [outcome, setOutcome] = useState('')
  const outcomes = [...new Set(entries.value.map((entry) => entry.outcome))].toSorted()
  const matching = entries.value.filter((entry) => outcome === '' || entry.outcome === outcome)
  const { page, pages, visible, turn } = usePages(matching, PAGE)
  return (
    <section class="card" aria-label="Calls">
      <div class="row spread">
        <label class="field inline">
          <span>Outcome</span>
          <select
            value={outcome}
            onChange={({ currentTarget }) => {
              setOutcome(currentTarget.value)
              turn(0)
            }}
          >
            <option value="">all</option>
            {outcomes.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span class="hint">
          {matching.length} calls
          {dropped.value > 0 && `; ${dropped.value} older calls were dropped (the journal is full)`}
        </span>
        <button type="button" class="small" onClick={() => void forget()}>
          Clear journal
        </button>
      </div>
      <CallList entries={visible} />
      <Pager page={page} pages={pages} turn={turn} what="calls" />
    </section>
  )
}

async function forget(): Promise<void> {
  await attempt(() => client.value.forgetRequests(route.value.account))
  entries.value = []
  dropped.value = 0
}

function OneCall({ id }: { id: string }) {
  const entry = entries.value.find((each) => each.id === id)
  return (
    <>
      <p>
        <a href={linkTo({ screen: 'requests' })}>All calls</a>
      </p>
      {entry ? (
        <RequestDetail entry={entry} />
      ) : (
        <p>
          Call {id} is not in the journal.{' '}
          <button type="button" class="small" onClick={() => go({ screen: 'requests' })}>
            Back
          </button>
        </p>
      )}
    </>
  )
}
