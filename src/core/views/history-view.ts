import type { HistoryItem } from '../../contract/history-shapes.ts'
import { toIso } from '../clock/times.ts'
import { toHistoryId, type ActionEntry, type HistoryEntry } from '../record/history-entry.ts'
import { toEntryView } from './account-view.ts'

/** How the control API shows the entries of a history. */
export function toHistoryItem(entry: HistoryEntry): HistoryItem {
  switch (entry.type) {
    case 'call':
      return {
        ...placeOf(entry),
        ...toEntryView(entry),
        type: entry.type,
        ended_at: entry.endedMs === null ? null : toIso(entry.endedMs),
        connection: entry.request.connection?.id ?? null,
        client_left: entry.hasClientLeft,
      }
    case 'action':
      return {
        ...placeOf(entry),
        type: entry.type,
        action: entry.action,
        arguments: entry.arguments ?? {},
        origin: entry.origin,
        ...(entry.isWholeReset && { whole_sandbox: true }),
        ...(entry.isIdle && { unchanged: true }),
        ...outcomeOf(entry),
      }
    case 'event':
      return {
        ...placeOf(entry),
        type: entry.type,
        event: entry.event,
        details: entry.details,
        during: entry.during,
      }
    case 'start': {
      const { type, reason, scenario, seed, choices, clock } = entry
      return { ...placeOf(entry), type, reason, scenario, seed, choices, clock }
    }
    case 'rewind':
      return { ...placeOf(entry), type: entry.type, origin: entry.origin, to: entry.to }
  }
}

/** An entry as an event of the event stream: a call only in short, since `request` shows it in full. */
export function toHistoryNotice(entry: HistoryEntry): object {
  if (entry.type !== 'call') return toHistoryItem(entry)
  const { order, type, id, account, at } = { ...placeOf(entry), type: entry.type }
  const { operation, outcome, response } = entry
  return { order, type, id, account, at, operation, outcome, status: response.status }
}

/** What stands in the place of an item that is too large for the event stream. */
export function toHistoryPlace(entry: HistoryEntry): object {
  return { ...placeOf(entry), type: entry.type, too_large: true }
}

function placeOf(entry: HistoryEntry) {
  const { order, account, accountMs, machineMs } = entry
  return {
    order,
    id: toHistoryId(entry),
    account,
    at: toIso(accountMs),
    real_at: toIso(machineMs),
  }
}

function outcomeOf({ result, refused }: ActionEntry) {
  if (refused === null) return { result: { ...result } }
  return { refused: { ...refused } }
}
