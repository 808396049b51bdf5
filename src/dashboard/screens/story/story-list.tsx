import { useEffect, useRef, useState } from 'preact/hooks'
import { Pager } from '../../components/pager.tsx'
import { countOf, toNumber } from '../../../text/numbers.ts'
import { toTime } from '../../../words/times.ts'
import { account } from '../../state/account.ts'
import { completeFrom, hasOlder, isStoryLoaded, items, loadOlder } from '../../state/story.ts'
import { Lines } from './lines.tsx'
import { kindOf } from './matches.ts'
import * as view from './story-view.ts'
import { pointing, RowTravel } from './time-travel/row-travel.tsx'

/** The entries, newest first, in pages. */
export function StoryList() {
  const rows = view.visibleRows.value
  const pages = view.pages.value
  const page = Math.min(view.page.value, pages - 1)
  const turn = (to: number) => {
    view.page.value = to
    document.querySelector('.story-card')?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <p class="hint story-count">{summary()}</p>
      {rows.length === 0 ? <Nothing /> : <Rows />}
      <Pager page={page} pages={pages} turn={turn} what="the story" />
      {page === pages - 1 && <End />}
    </>
  )
}

/** The lowest line, and what always stands above the list, in pixels. */
const LINE_PX = 40
const ABOVE_PX = 340

/** The lines that the window shows at first: the others are made after they are painted. */
function firstLines(): number {
  return Math.min(view.PAGE, Math.max(1, Math.ceil((innerHeight - ABOVE_PX) / LINE_PX)))
}

function Rows() {
  const [count, setCount] = useState(firstLines)
  useEffect(() => setCount(view.PAGE), [])
  return (
    <Lines
      rows={view.visibleRows.value.slice(0, count)}
      label="Entries, newest first"
      beside={(item) => <RowTravel item={item} />}
      listeners={pointing}
    />
  )
}

/** `17 calls · 5 actions`, or how many entries match the filter. */
function summary(): string {
  if (!isStoryLoaded.value) return ''
  const all = items.value
  const count = view.rows.value.length
  if (count < all.length) return `${toNumber(count)} of ${countOf(all.length, 'entry', 'entries')}`
  const counts = { calls: 0, actions: 0, clock: 0 }
  for (const item of all) {
    const kind = kindOf(item)
    if (kind) counts[kind] += 1
  }
  const parts = [
    [counts.calls, 'call'],
    [counts.actions, 'action'],
    [counts.clock, 'clock event'],
  ] as const
  return parts
    .filter(([some]) => some > 0)
    .map(([some, what]) => countOf(some, what))
    .join(' · ')
}

/** Why the list is empty. */
function Nothing() {
  if (!isStoryLoaded.value) return <p class="hint">Loading …</p>
  if (items.value.length === 0) {
    return (
      <p>Nothing has happened yet. Connect a client to {account.value?.name} and make a call.</p>
    )
  }
  return (
    <div class="nothing">
      <p>
        <bdi>{view.emptySentence()}</bdi>
      </p>
      <button type="button" onClick={view.clearFilter}>
        Clear the filter
      </button>
    </div>
  )
}

/** The end of the list, before its oldest entry. */
function End() {
  const isLoading = useRef(false)
  const oldest = items.value.at(-1)
  if (!oldest) return null
  const load = async () => {
    if (isLoading.current) return
    isLoading.current = true
    await loadOlder()
    isLoading.current = false
  }
  if (hasOlder.value) {
    return (
      <p class="row end-of-story">
        <button type="button" onClick={() => void load()}>
          Load older
        </button>
        <span class="hint">The sandbox may have older entries.</span>
      </p>
    )
  }
  if (!isStoryLoaded.value || completeFrom.value === 'start_1') return null
  const from = items.value.find(({ id }) => id === completeFrom.value)
  return (
    <p class="hint end-of-story">
      Older entries were dropped: the sandbox keeps the newest ones.
      {from && from !== oldest && ` From ${toTime(Date.parse(from.at))} on, nothing is missing.`}
    </p>
  )
}
