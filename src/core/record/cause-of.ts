import { isAction } from '../../contract/history/entry-types.ts'
import type { History } from './history.ts'
import { toHistoryId, type HistoryEntry } from './history-entry.ts'

type Entries = Pick<History, 'entries' | 'find'>

/** The action during which an event happened, or a timeline's step; otherwise the entry itself. */
export function causeOf(history: Entries, entry: HistoryEntry): HistoryEntry {
  // A step follows the event that tells of it.
  const event = isStep(entry) ? history.entries().findLast((each) => tells(each, entry)) : entry
  if (event?.type !== 'event') return entry
  return (event.during === null ? undefined : history.find(event.during)) ?? event
}

/** The order of the first entry that a cause brought about: steps of a timeline at a call stand before that call. */
export function beginningOf(history: Entries, cause: HistoryEntry): number {
  const entries = history.entries()
  const id = toHistoryId(cause)
  let beginning = cause.order
  for (let at = entries.lastIndexOf(cause) - 1; at >= 0; at -= 1) {
    const each = entries[at]!
    if (each.type === 'event' && each.during === id) beginning = each.order
    else if (!isStep(each)) break
  }
  return beginning
}

function isStep(entry: HistoryEntry): boolean {
  return isAction(entry) && entry.origin === 'timeline'
}

function tells(each: HistoryEntry, step: HistoryEntry): boolean {
  return each.type === 'event' && each.order < step.order
}
