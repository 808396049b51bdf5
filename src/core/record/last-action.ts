import { causeOf } from './cause-of.ts'
import type { History } from './history.ts'
import type { ActionEntry, HistoryEntry, StartEntry } from './history-entry.ts'

/** What a person did to an account: an action, or another value for all of it. */
type Undoable = ActionEntry | StartEntry

/** The last thing that a person did to the account, that changed something and was not undone. */
export function lastAction(history: Pick<History, 'entries' | 'find'>): Undoable | undefined {
  const entries = history.entries()
  let undoneFrom = Infinity
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]!
    if (entry.order >= undoneFrom) continue
    if (entry.type === 'rewind') {
      const target = history.find(entry.to)
      // One that was dropped is older than all that is left.
      undoneFrom = target === undefined ? 0 : causeOf(history, target).order
    } else if (isUndoable(entry)) return entry
  }
  return undefined
}

function isUndoable(entry: HistoryEntry): entry is Undoable {
  if (entry.type === 'action') {
    return entry.refused === null && entry.origin !== 'timeline' && !entry.isIdle
  }
  // The first start is where the history begins.
  return entry.type === 'start' && entry.reason === 'restored' && entry.number > 1
}

/** What it is called: the name of the action, or of the request that replaced the value. */
export function nameOf(done: Undoable): string {
  return done.type === 'action' ? done.action : 'PUT state'
}
