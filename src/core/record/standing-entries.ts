import type { Entry } from '../../contract/history/entry.ts'
import { beginningOf, causeOf } from './cause-of.ts'
import type { History } from './history.ts'

/** The entries that no undo has taken back, the last one first. */
export function* standingEntries(
  history: Pick<History, 'entries' | 'find'>,
): Generator<Exclude<Entry, { type: 'undo' }>> {
  const entries = history.entries()
  let undoneFrom = Infinity
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]!
    if (entry.order >= undoneFrom) continue
    if (entry.type === 'undo') {
      if (entry.unchanged) continue
      const target = history.find(entry.to)
      // One that was dropped is older than all that is left.
      undoneFrom = target === undefined ? 0 : beginningOf(history, causeOf(history, target))
    } else yield entry
  }
}
