import type { Entry } from '../../contract/history/entry.ts'
import { beginningOf, causeOf, type Entries } from './cause-of.ts'

type WithoutUndo = Exclude<Entry, { type: 'undo' }>

/** The entries that no undo has taken back, the last one first. */
export function* standingEntries(history: Entries): Generator<WithoutUndo> {
  for (const { entry, isUndone } of traced(history)) {
    if (!isUndone && entry.type !== 'undo') yield entry
  }
}

/** The entries that an undo has taken back. */
export function undoneEntries(history: Entries): Entry[] {
  return [...traced(history)].filter(({ isUndone }) => isUndone).map(({ entry }) => entry)
}

/** All entries, the last one first. An undo that was undone itself takes nothing back any more. */
function* traced(history: Entries): Generator<{ entry: Entry; isUndone: boolean }> {
  const entries = history.entries()
  let undoneFrom = Infinity
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]!
    const isUndone = entry.order >= undoneFrom
    yield { entry, isUndone }
    if (isUndone || entry.type !== 'undo' || entry.unchanged) continue
    const target = history.find(entry.to)
    // One that was dropped is older than all that is left.
    undoneFrom = target === undefined ? 0 : beginningOf(history, causeOf(history, target))
  }
}
