import { keptBounds } from '../contract/bounds.ts'
import { toEntryNotice, toEntryView, type EntryNotice } from '../core/account-view.ts'
import type { Entry } from '../core/journal.ts'

/** A call as an event: whole, and in short where that is too large; its bodies are then not even composed. */
export function toEntryEvent(entry: Entry): [dataOf: () => unknown, shortOf: () => EntryNotice] {
  const { request, response } = entry
  const notice = () => toEntryNotice(entry)
  const bytes = (request.body?.length ?? 0) + (response.weight ?? response.body.length)
  const isLarge = bytes > keptBounds.eventBytes.max
  return [isLarge ? notice : () => toEntryView(entry), notice]
}
