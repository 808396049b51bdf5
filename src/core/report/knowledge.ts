import type { CallEntry } from '../record/history-entry.ts'
import { isRead, ON_ITS_WAY_MS, type Story } from './story.ts'

/** Could the client have read the answer to `earlier` when it sent `later`? */
export function couldKnow(story: Story, earlier: CallEntry, later: CallEntry): boolean {
  return isRead(earlier) && !isOnItsWay(story, earlier, later)
}

/** Was `later` possibly sent before the answer to `earlier` was complete? */
function isOnItsWay(
  story: Story,
  earlier: CallEntry & { endedMs: number },
  later: CallEntry,
): boolean {
  if (later.machineMs < earlier.endedMs) return true
  const before = earlier.request.connection
  const after = later.request.connection
  if (!before || !after || before.id === after.id) return false
  // However long a busy machine takes for all of them.
  if (story.areOpenedTogether(earlier, later)) return true
  if (later.machineMs - earlier.endedMs > ON_ITS_WAY_MS) return false
  if (after.freeAfter === undefined || earlier.answer === undefined) {
    const previous = story.previousOnConnection(later)
    return previous === undefined || isBefore(previous, earlier)
  }
  // A client sends nothing on a connection until the answer before has ended there, and one that is
  // opened after an answer may be opened because of it.
  return after.freeAfter < earlier.answer && story.isParallel(earlier, later)
}

/** Did the answer of `a` end before that of `b`? Within a millisecond, answers end in the order of the calls. */
function isBefore(a: CallEntry, b: CallEntry & { endedMs: number }): boolean {
  if (a.endedMs === null) return true
  return a.endedMs < b.endedMs || (a.endedMs === b.endedMs && a.number < b.number)
}
