import { toDay } from '../../../../words/times.ts'
import type { Entry } from '../../../service/types.ts'

/** A line of the list. */
export type HistoryRow = {
  entry: Entry
  /** The events that followed from it on the clock, in their order. */
  followed: readonly Entry[]
  /** The day on the account's clock, where it differs from the line before. */
  day: string | null
}

/** Lines, newest first; what followed from an entry is folded under it. */
export function toRows(entries: readonly Entry[]): readonly HistoryRow[] {
  const ids = new Set(entries.map(({ id }) => id))
  const followers = new Map<string, Entry[]>()
  const rows: HistoryRow[] = []
  let lastDay = ''
  for (const entry of entries) {
    const during = entry.type === 'event' ? entry.during : null
    if (during !== null && ids.has(during)) {
      followers.set(during, [entry, ...(followers.get(during) ?? [])])
      continue
    }
    const day = toDay(Date.parse(entry.at))
    rows.push({ entry, followed: followers.get(entry.id) ?? [], day: day === lastDay ? null : day })
    lastDay = day
  }
  return rows
}
