import { toHistoryId, type HistoryEntry } from '../record/history-entry.ts'

/** The orders of the entries to which an account was rewound, by their ids. */
export function ordersOfTargets(entries: readonly HistoryEntry[]): ReadonlyMap<string, number> {
  const orders = new Map<string, number>()
  const targets = new Set(entries.flatMap((entry) => (entry.type === 'rewind' ? [entry.to] : [])))
  if (targets.size === 0) return orders
  for (const entry of entries) {
    // Steps of a timeline at a call stand before the call that brought them about.
    const during = entry.type === 'event' ? entry.during : null
    for (const id of [during, toHistoryId(entry)]) {
      if (id !== null && targets.has(id) && !orders.has(id)) orders.set(id, entry.order)
    }
  }
  return orders
}

/**
 * The actions, events and rewinds that a rewind undid before the client made a call. A rewind that was
 * itself undone undoes nothing.
 */
export function findUndone(
  entries: readonly HistoryEntry[],
  orders: ReadonlyMap<string, number>,
): ReadonlySet<HistoryEntry> {
  const undone = new Set<HistoryEntry>()
  if (orders.size === 0) return undone
  let from = Infinity
  for (const entry of entries.toReversed()) {
    if (entry.type === 'call') from = Infinity
    else if (entry.order >= from) undone.add(entry)
    else if (entry.type === 'rewind') from = orders.get(entry.to) ?? 0
  }
  return undone
}
