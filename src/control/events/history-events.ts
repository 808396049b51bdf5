import { toHistoryItem } from '../../history/file/items.ts'
import type { Entry } from '../../core/record/entry.ts'
import { isLargeEntry } from '../views/account-view.ts'
import { toIso } from '../../core/clock/times.ts'
import { type HistoryEntry, toHistoryId } from '../../core/record/history-entry.ts'
import type { IsKnown } from '../../text/mask.ts'

/** An entry as an event of the event stream: a call only in short, since `request` shows it in full. */
export function toHistoryNotice(entry: HistoryEntry, isKnown: IsKnown): object {
  if (entry.type !== 'call') return toHistoryItem(entry, isKnown)
  const { operation, outcome, response } = entry
  return { ...placeOf(entry), operation, outcome, status: response.status }
}

/** A call as an event: its item of the history, or in short when it is large, so that large bodies are never composed. */
export function toEntryEvent(
  entry: Entry,
  isKnown: IsKnown,
): [dataOf: () => object, shortOf: () => object] {
  const short = () => ({ ...toHistoryNotice(entry, isKnown), too_large: true })
  return [isLargeEntry(entry) ? short : () => toHistoryItem(entry, isKnown), short]
}

/** What stands in the place of an item that is too large for the event stream. */
export function toHistoryPlace(entry: HistoryEntry): object {
  return { ...placeOf(entry), real_at: toIso(entry.machineMs), too_large: true }
}

function placeOf(entry: HistoryEntry) {
  const { order, type, account, accountMs } = entry
  return { order, type, id: toHistoryId(entry), account, at: toIso(accountMs) }
}
