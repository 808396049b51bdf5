import { useComputed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { toDay, toTime } from '../../../../words/times.ts'
import { accountNow } from '../../../state/account-clock.ts'
import { usePress } from '../../../components/use-press.ts'
import { host } from '../../../state/host.ts'
import {
  completeFrom,
  entries,
  hasOlder,
  isHistoryLoaded,
  loadOlder,
  takenBack,
} from '../../../state/history.ts'
import { openDialog } from '../../../state/open-dialog.ts'
import { route, whileOpen } from '../../../state/route.ts'
import { OpenEntry } from '../entry/open-entry.tsx'
import { isWide } from '../wide.ts'
import { everything, filter, setFilter } from './filter.ts'
import { HistoryLine } from './history-line.tsx'
import { matches } from './matches.ts'
import { toRows } from './rows.ts'

/** The number of lines that are shown at first, and by each press on “Show older”. */
const LINES = 50

/** Everything that happened, newest first, each day with a heading. */
export function HistoryList() {
  const rows = useComputed(() =>
    toRows(entries.value.filter((entry) => matches(entry, filter.value))),
  ).value
  const today = useComputed(() => toDay(accountNow.value)).value
  const [count, setCount] = useState(LINES)
  const { account, detail, filter: query } = route.value
  useEffect(() => setCount(LINES), [account, query])
  return (
    <>
      <FirstRequest />
      <ol class="lines" aria-label="Entries, newest first">
        {rows.slice(0, count).map((row, at) => [
          row.day !== null && (at > 0 || row.day !== today) && (
            <li key={row.day} class="day">
              {row.day}
            </li>
          ),
          <li key={row.entry.order}>
            <HistoryLine row={row} isTakenBack={takenBack.value.has(row.entry.order)} />
            {row.entry.id === detail && !isWide.value && <OpenEntry id={detail} />}
          </li>,
        ])}
      </ol>
      {rows.length === 0 && <Nothing />}
      <End isMore={count < rows.length} more={() => setCount(count + LINES)} />
    </>
  )
}

/** The first step: until a client has sent something, there is little to see. */
function FirstRequest() {
  const hasRequests = entries.value.some(({ type }) => type === 'call')
  if (!isHistoryLoaded.value || hasRequests || !host.value.hasPort) return null
  return (
    <div class="first">
      <p>
        No request has come yet. Point your client at this sandbox, and watch what happens here.
      </p>
      <button type="button" class="primary" onClick={() => (openDialog.value = 'connect')}>
        Connect your client
      </button>
    </div>
  )
}

function Nothing() {
  if (!isHistoryLoaded.value) return <p class="hint">Loading …</p>
  return (
    <p class="hint">
      No entry of the history matches the filter.{' '}
      <button type="button" class="link" onClick={() => setFilter(everything)}>
        Show all
      </button>
    </p>
  )
}

/** The end of the list, before its oldest entry. */
function End({ isMore, more }: { isMore: boolean; more: () => void }) {
  const { isBusy, press } = usePress(async () => {
    if (!isMore) await loadOlder(route.peek().account, whileOpen())
    more()
  })
  if (isMore || hasOlder.value) {
    return (
      <p>
        <button type="button" disabled={isBusy} onClick={press}>
          Show older
        </button>
      </p>
    )
  }
  if (!isHistoryLoaded.value || completeFrom.value === 'start_1') return null
  const from = entries.value.find(({ id }) => id === completeFrom.value)
  return (
    <p class="hint">
      Older entries were dropped: the sandbox keeps the newest ones.
      {from && ` From ${toTime(Date.parse(from.at))} on, nothing is missing.`}
    </p>
  )
}
