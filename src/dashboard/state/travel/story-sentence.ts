import { isAction } from '../../../contract/history/entry-types.ts'
import { returnSentence, sentenceOf } from '../../labels/items.ts'
import { items } from '../story.ts'
import type { Entry } from '../types.ts'
import { findTakenBack } from './taken-back.ts'

/** The most rewinds of rewinds that a sentence looks through. */
const MAX_DEPTH = 100

/**
 * Describes an entry, as a sentence without its full stop. A rewind is described by the entries that it took back,
 * which stand in its story.
 */
export function storySentence(item: Entry, story: readonly Entry[] = items.value): string {
  if (item.type !== 'undo') return sentenceOf(item)
  let last = item
  for (let earlier = 0; earlier < MAX_DEPTH; earlier += 1) {
    const target = story.find(({ id }) => id === last.to)
    if (!target) break
    if (target.type !== 'undo') {
      return returnSentence({ target, isUndo: isUndo(target, last, story), earlier })
    }
    last = target
  }
  return sentenceOf(item)
}

/** Whether nothing but the target itself was done by people from it up to the rewind. */
function isUndo(target: Entry, { order }: Entry, story: readonly Entry[]) {
  if (!isDone(target)) return false
  const before = story.filter((each) => each.order < order)
  const takenBack = findTakenBack(before)
  return !before.some(
    (each) => each.order > target.order && isDone(each) && !takenBack.has(each.order),
  )
}

function isDone(item: Entry): boolean {
  if (item.type === 'start') return item.id !== 'start_1'
  return isAction(item) && !item.refused && !item.unchanged && item.origin !== 'timeline'
}
