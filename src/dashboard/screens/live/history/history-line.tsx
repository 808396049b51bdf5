import { isAction } from '../../../../contract/history/entry-types.ts'
import { countOf } from '../../../../text/numbers.ts'
import { toTimeOfDay } from '../../../../words/times.ts'
import { EntryMark } from '../../../components/entry-mark.tsx'
import { originLabels, sentenceIn, targetOf } from '../../../labels/entries.ts'
import { statusLabel, toneOf } from '../../../labels/tones.ts'
import type { Entry } from '../../../service/types.ts'
import { entries } from '../../../state/history.ts'
import { linkTo, route } from '../../../state/route.ts'
import type { HistoryRow } from './rows.ts'

/** The most characters of a text that a line shows. */
const GLIMPSE = 160

type HistoryLineProps = { row: HistoryRow; isTakenBack: boolean }

/** A line of the history: when, what, and why. A press on the line of the open entry closes it. */
export function HistoryLine({ row: { entry, followed }, isTakenBack }: HistoryLineProps) {
  const isOpen = route.value.detail === entry.id
  return (
    <a
      class={isTakenBack ? 'line undone' : 'line'}
      href={linkTo({ screen: 'live', detail: isOpen ? null : entry.id })}
      data-entry={entry.id}
      aria-current={isOpen ? 'true' : undefined}
    >
      <time>{toTimeOfDay(Date.parse(entry.at))}</time>
      <EntryMark entry={entry} />
      <span class="what">
        <What entry={entry} />
        {isTakenBack && <span class="hint"> (undone)</span>}
      </span>
      <span class={entry.type === 'call' ? 'why' : 'why who'}>
        <bdi>{cut(whyOf(entry))}</bdi>
      </span>
      {followed.length > 0 && <Followed entries={followed} />}
    </a>
  )
}

function What({ entry }: { entry: Entry }) {
  const sentence = cut(sentenceIn(entry, entries.value))
  if (entry.type !== 'call') return <bdi dir="ltr">{sentence}</bdi>
  return (
    <>
      <span class={toneOf(entry)}>
        <b>{statusLabel(entry.response.status)}</b> {sentence}
      </span>{' '}
      <code dir="ltr">{cut(targetOf(entry))}</code>
    </>
  )
}

/** The first two of what followed, and how many more. */
function Followed({ entries: followed }: { entries: readonly Entry[] }) {
  const named = followed.slice(0, 2).map((entry) => sentenceIn(entry, entries.value))
  const rest = followed.length - named.length
  return (
    <span class="followed">
      then: <bdi dir="ltr">{cut(named.join('; '))}</bdi>
      {rest > 0 && ` and ${countOf(rest, 'more event')}`}
    </span>
  )
}

function whyOf(entry: Entry): string {
  if (entry.type === 'call') return entry.why
  if (isAction(entry) && entry.refused) return entry.refused.message
  if (!isAction(entry) && entry.type !== 'undo') return ''
  return originLabels[entry.origin] ?? entry.origin
}

function cut(text: string): string {
  return text.length > GLIMPSE ? `${text.slice(0, GLIMPSE)}…` : text
}
