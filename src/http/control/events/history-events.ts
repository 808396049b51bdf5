import { toHistoryItem } from '../../../history/file/items.ts'
import { toIso } from '../../../core/clock/times.ts'
import { toHistoryId, type HistoryEntry } from '../../../core/record/history-entry.ts'

/** An entry as an event of the event stream: a call only in short, since `request` shows it in full. */
export function toHistoryNotice(entry: HistoryEntry): object {
  if (entry.type !== 'call') return toHistoryItem(entry)
  const { operation, outcome, response } = entry
  return { ...placeOf(entry), operation, outcome, status: response.status }
}

/** What stands in the place of an item that is too large for the event stream. */
export function toHistoryPlace(entry: HistoryEntry): object {
  return { ...placeOf(entry), real_at: toIso(entry.machineMs), too_large: true }
}

function placeOf(entry: HistoryEntry) {
  const { order, type, account, accountMs } = entry
  return { order, type, id: toHistoryId(entry), account, at: toIso(accountMs) }
}
