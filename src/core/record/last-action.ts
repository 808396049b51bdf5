import { isAction } from '../../contract/history/entry-types.ts'
import type { History } from './history.ts'
import type { ActionEntry, HistoryEntry } from './history-entry.ts'
import { standingEntries } from './standing-entries.ts'

/** The last action of a person that changed the account and was not undone. */
export function lastAction(history: Pick<History, 'entries' | 'find'>): ActionEntry | undefined {
  for (const entry of standingEntries(history)) if (isUndoable(entry)) return entry
  return undefined
}

function isUndoable(entry: HistoryEntry): entry is ActionEntry {
  return isAction(entry) && entry.refused === null && entry.origin !== 'timeline' && !entry.isIdle
}
