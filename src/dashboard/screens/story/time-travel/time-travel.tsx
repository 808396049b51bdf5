import { useEffect } from 'preact/hooks'
import { followedBy } from '../../../labels/items.ts'
import { completeFrom, items, refreshCompleteFrom } from '../../../state/story.ts'
import { tryFrom } from '../../../state/travel/fork.ts'
import { lossesOf } from '../../../state/travel/losses.ts'
import { goBackOrAsk } from '../../../state/travel/question.ts'
import { rewind } from '../../../state/travel/rewind.ts'
import { storySentence } from '../../../state/travel/story-sentence.ts'
import type { HistoryItem } from '../../../state/types.ts'
import { admit, takenBack } from '../story-view.ts'

/** Back to before an entry, or aside: in another account that is as this one was before it. */
export function TimeTravel({ item }: { item: HistoryItem }) {
  useEffect(() => void refreshCompleteFrom(), [item.order])
  const refused = whyNot(item)
  const isFirst = item.id === 'start_1'
  const goBack = async () => {
    const what = storySentence(item)
    const said = isFirst ? 'The account is as it started' : `Back to before “${what}”`
    if (await rewind(item.id, said, followedBy(item, what))) admit()
  }
  const ask = () => {
    if (refused !== undefined) return
    goBackOrAsk({
      title: 'Go back?',
      text: `To before “${storySentence(item).slice(0, 200)}”.`,
      losses: lossesOf(item, items.value),
      goBack: () => void goBack(),
    })
  }
  return (
    <div class="time-travel">
      <div class="row">
        <button type="button" aria-disabled={refused !== undefined} onClick={ask}>
          {isFirst ? 'Go back to the start' : 'Go back to before this'}
        </button>
        <button
          type="button"
          aria-disabled={refused !== undefined}
          title="Creates an account that is as this one was before it, and switches to it"
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

/** Why the account cannot go back so far. */
function whyNot({ order }: HistoryItem): string | undefined {
  const from = items.value.find(({ id }) => id === completeFrom.value)
  if (completeFrom.value === 'start_1' || !from || order >= from.order) return undefined
  return 'The account cannot go back so far: too much of what came before was dropped.'
}
