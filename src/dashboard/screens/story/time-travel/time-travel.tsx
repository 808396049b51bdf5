import { useEffect } from 'preact/hooks'
import { refreshCompleteFrom } from '../../../state/story.ts'
import { tryFrom } from '../../../state/travel/fork.ts'
import type { HistoryItem } from '../../../state/types.ts'
import { takenBack } from '../story-view.ts'
import { goBackTo, isStart, TRY, whyNot } from './travel.ts'

/** Back to before an entry, or aside: in another account that is as this one was before it. */
export function TimeTravel({ item }: { item: HistoryItem }) {
  useEffect(() => void refreshCompleteFrom(), [item.order])
  const refused = whyNot(item)
  return (
    <div class="time-travel">
      <div class="row">
        <button
          type="button"
          aria-disabled={refused !== undefined}
          onClick={() => refused === undefined && goBackTo(item)}
        >
          {isStart(item) ? 'Go back to the start' : 'Go back to before this'}
        </button>
        <button
          type="button"
          aria-disabled={refused !== undefined}
          title={TRY}
          onClick={() => refused === undefined && void tryFrom(item.id)}
        >
          Try from here
        </button>
      </div>
      {refused !== undefined && <p class="hint">{refused}</p>}
      {refused === undefined && takenBack.value.has(item.order) && (
        <p class="hint">
          This was taken back: it has no effect on the account any more. To go back to before it
          takes back what was done since.
        </p>
      )}
    </div>
  )
}
