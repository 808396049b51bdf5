import { isAction } from '../../../contract/history/entry-types.ts'
import type { Entry } from '../types.ts'

/**
 * The orders of the entries that a later rewind took back. A rewind that was taken back itself takes
 * nothing back any more. Items are newest first.
 */
export function findTakenBack(items: readonly Entry[]): ReadonlySet<number> {
  const takenBack = new Set<number>()
  let from = Infinity
  for (const item of items) {
    if (item.order >= from) takenBack.add(item.order)
    else if (item.type === 'undo') from = placeOf(item.to, items)
  }
  return takenBack
}

/** An entry that the page does not have is older than all that it has. */
export function placeOf(id: string, items: readonly Entry[]): number {
  const item = items.find((each) => each.id === id)
  if (!item) return -1
  const cause = causeOf(item, items)
  // Steps of a timeline at a call stand before the call that brought them about.
  const first = items.findLast((each) => each.type === 'event' && each.during === cause.id)
  return Math.min(cause.order, first?.order ?? cause.order)
}

/** The account goes back to before what caused an entry: the action that moved the clock, or the event of a timeline. */
export function causeOf(item: Entry, items: readonly Entry[]): Entry {
  const event =
    isAction(item) && item.origin === 'timeline'
      ? items.find(({ type, order }) => type === 'event' && order < item.order)
      : item
  if (event?.type !== 'event') return item
  return items.find(({ id }) => id === event.during) ?? event
}
