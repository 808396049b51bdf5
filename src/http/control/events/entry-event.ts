import {
  isLargeEntry,
  toEntryNotice,
  toEntryView,
  type EntryNotice,
} from '../../../core/views/account-view.ts'
import type { Entry } from '../../../core/account/entry.ts'

/** A call as an event: whole, and in short where that is too large; its bodies are then not even composed. */
export function toEntryEvent(entry: Entry): [dataOf: () => unknown, shortOf: () => EntryNotice] {
  const notice = () => toEntryNotice(entry)
  return [isLargeEntry(entry) ? notice : () => toEntryView(entry), notice]
}
