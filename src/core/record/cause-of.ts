import { isAction } from '../../contract/history/entry-types.ts'
import type { History } from './history.ts'
import type { HistoryEntry } from './history-entry.ts'

type Entries = Pick<History, 'entries' | 'find'>

/** The action during which an event happened, or a timeline's step; otherwise the entry itself. */
export function causeOf(history: Entries, entry: HistoryEntry): HistoryEntry {
  // A step follows the event that tells of it.
  const event = isStep(entry) ? history.entries().findLast((each) => tells(each, entry)) : entry
  if (event?.type !== 'event') return entry
  return (event.during === null ? undefined : history.find(event.during)) ?? event
}

function isStep(entry: HistoryEntry): boolean {
  return isAction(entry) && entry.origin === 'timeline'
}

function tells(each: HistoryEntry, step: HistoryEntry): boolean {
  return each.type === 'event' && each.order < step.order
}
