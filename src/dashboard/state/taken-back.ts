import { isAction } from '../../contract/history/entry-types.ts'
import type { Entry } from '../service/types.ts'

/**
 * The orders of the entries that were undone. An undo that was undone itself takes nothing back any more. Entries
 * are newest first.
 */
export function findTakenBack(entries: readonly Entry[]): ReadonlySet<number> {
  const takenBack = new Set<number>()
  let from = Infinity
  for (const entry of entries) {
    if (entry.order >= from) takenBack.add(entry.order)
    else if (entry.type === 'undo') from = placeOf(entry.to, entries)
  }
  return takenBack
}

/** An entry that the page does not have is older than all that it has. */
function placeOf(id: string, entries: readonly Entry[]): number {
  const entry = entries.find((each) => each.id === id)
  if (!entry) return -1
  const cause = causeOf(entry, entries)
  // Steps of a timeline at a request stand before the request that brought them about.
  const first = entries.findLast((each) => each.type === 'event' && each.during === cause.id)
  return Math.min(cause.order, first?.order ?? cause.order)
}

/** The account goes back to before what caused an entry: the action that moved the clock, or the event of a timeline. */
export function causeOf(entry: Entry, entries: readonly Entry[]): Entry {
  const event =
    isAction(entry) && entry.origin === 'timeline'
      ? entries.find(({ type, order }) => type === 'event' && order < entry.order)
      : entry
  if (event?.type !== 'event') return entry
  return entries.find(({ id }) => id === event.during) ?? event
}
