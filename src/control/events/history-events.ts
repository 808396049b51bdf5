import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { toShown } from '../../core/record/shown.ts'
import type { IsKnown } from '../../text/mask.ts'
import { isLargeEntry } from '../views/listed-request.ts'

/** An entry as an event of the event stream: a call only in short, since `request` shows it in full. */
export function toHistoryNotice(entry: Entry, isKnown: IsKnown): object {
  if (entry.type !== 'call') return toShown(entry, isKnown)
  const { operation, outcome, response } = entry
  return { ...placeOf(entry), operation, outcome, status: response.status }
}

/** A call as an event: its item of the history, or in short when it is large, so that large bodies are never composed. */
export function toEntryEvent(
  entry: RequestEntry,
  isKnown: IsKnown,
): [dataOf: () => object, shortOf: () => object] {
  const short = () => ({ ...toHistoryNotice(entry, isKnown), too_large: true })
  return [isLargeEntry(entry) ? short : () => toShown(entry, isKnown), short]
}

/** Returns the substitute for an item that is too large for the event stream. */
export function toHistoryPlace(entry: Entry): object {
  return { ...placeOf(entry), real_at: entry.real_at, too_large: true }
}

function placeOf(entry: Entry) {
  const { order, type, id, account, at } = entry
  return { order, type, id, account, at }
}
