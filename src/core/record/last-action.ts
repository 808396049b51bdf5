import type { Entry, PerformedEntry } from '../../contract/history/entry.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Entries } from './cause-of.ts'
import { standingEntries } from './standing-entries.ts'

/** The last action of a person that changed the account and was not undone. */
export function lastAction(history: Entries): PerformedEntry | undefined {
  for (const entry of standingEntries(history)) if (isUndoable(entry)) return entry
  return undefined
}

function isUndoable(entry: Entry): entry is PerformedEntry {
  return (
    isAction(entry) &&
    entry.refused === undefined &&
    entry.origin !== 'timeline' &&
    !entry.unchanged
  )
}
