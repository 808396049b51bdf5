import { isAction } from '../../contract/history/entry-types.ts'
import type { History } from './history.ts'
import type { ActionEntry, HistoryEntry, StartEntry } from './history-entry.ts'
import { standingEntries } from './standing-entries.ts'

/** What a person did to an account: an action, or another value for all of it. */
type Undoable = ActionEntry | StartEntry

/** The last thing that a person did to the account, that changed something and was not undone. */
export function lastAction(history: Pick<History, 'entries' | 'find'>): Undoable | undefined {
  for (const entry of standingEntries(history)) if (isUndoable(entry)) return entry
  return undefined
}

function isUndoable(entry: HistoryEntry): entry is Undoable {
  if (isAction(entry)) {
    return entry.refused === null && entry.origin !== 'timeline' && !entry.isIdle
  }
  // The first start is where the history begins.
  return entry.type === 'start' && entry.reason === 'restored' && entry.number > 1
}

/** What it is called: the name of the action, or of the request that replaced the value. */
export function nameOf(done: Undoable): string {
  return isAction(done) ? done.action : 'PUT state'
}
