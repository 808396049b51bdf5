import { useState } from 'preact/hooks'
import { LongText } from '../../../components/long-text.tsx'
import { toPretty } from '../../../labels/json.ts'
import { statusLabel, toneOf } from '../../../labels/tones.ts'
import { toTime, toTimeOfDay } from '../../../../words/times.ts'
import { storySentence } from '../../../state/travel/story-sentence.ts'
import type { HistoryItem, Replay } from '../../../state/types.ts'
import { ItemMark } from '../item-mark.tsx'
import { FirstDifference } from './first-difference.tsx'
import { isTrying, tryFrom } from './replayed.ts'

type ReplayedEntryProps = {
  item: HistoryItem
  /** All entries of its account, newest first. */
  story: readonly HistoryItem[]
  account: string
  isDifferent: boolean
  isNewDay: boolean
  /** The first difference, if it is at this entry. */
  first: Replay['first']
}

/** The most characters of a client's text that a line shows. */
const GLIMPSE = 160

/** An entry of a story file; opened, all that the file says of it. */
export function ReplayedEntry(props: ReplayedEntryProps) {
  const { item, story, account, isDifferent, isNewDay, first } = props
  const [isOpen, setOpen] = useState(false)
  const sentence = storySentence(item, story).slice(0, GLIMPSE)
  return (
    <li class={first ? 'is-first' : ''}>
      <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>
          <time>{(isNewDay ? toTime : toTimeOfDay)(Date.parse(item.at))}</time>{' '}
          <ItemMark item={item} />{' '}
          {item.type === 'call' && (
            <b class={toneOf(item.response.status)}>{statusLabel(item.response.status)} </b>
          )}
          <bdi>{sentence}</bdi>{' '}
          {item.type === 'call' && (
            <code>
              {item.request.method} {item.request.path.slice(0, GLIMPSE)}
            </code>
          )}{' '}
          <small class="identifier">{item.id}</small>{' '}
          {(first || isDifferent) && (
            <b class="differs">≠ {first ? 'first difference' : 'differs'}</b>
          )}
        </summary>
        {isOpen && <LongText text={toPretty(item)} />}
      </details>
      <button
        type="button"
        aria-busy={isTrying()}
        aria-label={`Try from here: before ${item.id}, ${sentence}`}
        onClick={() => void tryFrom(`${account}/${item.id}`)}
      >
        Try from here
      </button>
      {first && <FirstDifference first={first} />}
    </li>
  )
}
