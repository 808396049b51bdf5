import { followedBy } from '../../../labels/items.ts'
import { completeFrom, items } from '../../../state/story.ts'
import { lossesOf } from '../../../state/travel/losses.ts'
import { goBackOrAsk } from '../../../state/travel/question.ts'
import { rewind } from '../../../state/travel/rewind.ts'
import { storySentence } from '../../../state/travel/story-sentence.ts'
import type { Entry } from '../../../state/types.ts'

/** Takes the account back to before an entry; asks first if something is lost. */
export function goBackTo(item: Entry): void {
  goBackOrAsk({
    title: 'Go back?',
    text: `To before “${storySentence(item).slice(0, 200)}”.`,
    losses: () => lossesOf(item, items.value),
    action: 'Go back',
    goBack: () => void goBack(item),
  })
}

async function goBack(item: Entry): Promise<void> {
  const what = storySentence(item)
  const said = isStart(item) ? 'The account is as it started' : `Back to before “${what}”`
  await rewind(item.id, said, followedBy(item, what))
}

/** Whether nothing came before the entry. */
export function isStart({ id }: Entry): boolean {
  return id === 'start_1'
}

/** Why the account cannot go back so far. */
export function whyNot({ order }: Entry): string | undefined {
  const from = items.value.find(({ id }) => id === completeFrom.value)
  if (completeFrom.value === 'start_1' || !from || order >= from.order) return undefined
  return 'The account cannot go back so far: too much of what came before was dropped.'
}
