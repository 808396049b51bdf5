import { msOf } from '../../contract/history/entry-types.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { beginningOf, causeOf, type Entries } from '../../core/record/cause-of.ts'
import { isInput } from './repeat-input.ts'

/** The order up to which entries are repeated, and the entry to whose time the clock moves then, if to any. */
export type Place = { untilOrder: number; at: Entry | undefined }

/**
 * Finds the place of an account before an entry: before an input, at its time. For an event, before the action
 * during which it happened, or before its time had come.
 */
export function placeBefore(history: Entries, entry: Entry): Place {
  const cause = causeOf(history, entry)
  if (isInput(cause)) return { untilOrder: beginningOf(history, cause), at: cause }
  // Events at the same time cannot be parted from it: neither time had come.
  const dueMs = cause.type === 'event' ? msOf(cause.at) : Infinity
  const entries = history.entries()
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const each = entries[at]!
    if (each.order >= cause.order) continue
    const event = timedEventOf(history, each)
    if (event === undefined || msOf(each.at) < dueMs) {
      return { untilOrder: each.order + 1, at: event }
    }
  }
  return { untilOrder: 0, at: undefined }
}

/** The event that came with its time, or of a timeline's step that event; undefined if an input brought it about. */
export function timedEventOf(history: Entries, entry: Entry): Entry | undefined {
  const cause = causeOf(history, entry)
  return cause.type === 'event' ? cause : undefined
}
