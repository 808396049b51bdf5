import { computed } from '@preact/signals'
import { attemptedAction } from '../../../words/actions.ts'
import { account } from '../account.ts'
import { message, showDone } from '../message.ts'
import { together } from '../perform.ts'
import { route } from '../route.ts'
import { items } from '../story.ts'
import { lossesAfter } from './losses.ts'
import { goBackOrAsk } from './question.ts'
import { rewind } from './rewind.ts'
import { storySentence } from './story-sentence.ts'

/** The action that Undo takes back, and its name; null if there is none. */
export const lastAction = computed(() => {
  const last = account.value?.last_action
  if (!last) return null
  const item = items.value.find(({ id }) => id === last.id)
  const joint = together.value
  if (joint?.last === last.id && joint.account === route.value.account) {
    return { id: joint.first, item, name: joint.name }
  }
  return { id: last.id, item, name: item ? storySentence(item) : attemptedAction(last.action) }
})

export const NOTHING_TO_UNDO = 'There is nothing to undo.'

/** The story hears of an undo a little later; until then, what was undone would count as lost. */
const HEARD_MS = 400
let undoneAt = -Infinity

/** Takes the account back to before its last action; asks if more than that is lost. */
export function undo(): void {
  const last = lastAction.peek()
  if (!last) return sayNothing()
  if (performance.now() - undoneAt < HEARD_MS) return
  undoneAt = performance.now()
  const goBack = () => void rewind(last.id, `Undone: ${last.name}`, last.name)
  const { item } = last
  if (!item) return goBack()
  goBackOrAsk({
    title: 'Undo?',
    text: `To before “${last.name.slice(0, 200)}”.`,
    losses: () => lossesAfter(item, items.value),
    action: 'Undo',
    goBack,
  })
}

/** One undo too many takes away no way back. */
function sayNothing(): void {
  const before = message.peek()
  const { offer } = before?.account === route.peek().account ? before : {}
  showDone(NOTHING_TO_UNDO, { offer })
}
