import { toDay } from '../../../words/times.ts'
import type { Entry } from '../../state/types.ts'

/** A line of the list. */
export type HistoryRow = {
  item: Entry
  /** The action above it, from which it followed. */
  cause: Entry | null
  /** The day on the account's clock, where it differs from the line before. */
  day: string | null
}

/** Lines, newest first; what followed from an action stands below it, in the order in which it happened. */
export function toRows(items: readonly Entry[]): readonly HistoryRow[] {
  const ids = new Set(items.map(({ id }) => id))
  const followers = new Map<string, Entry[]>()
  const rows: HistoryRow[] = []
  let lastDay = ''
  for (const item of items) {
    const during = item.type === 'event' ? item.during : null
    if (during !== null && ids.has(during)) {
      const others = followers.get(during)
      if (others) others.push(item)
      else followers.set(during, [item])
      continue
    }
    const day = dayOf(item)
    rows.push({ item, cause: null, day: day === lastDay ? null : day })
    lastDay = day
    let last = day
    for (const follower of followers.get(item.id)?.toReversed() ?? []) {
      const its = dayOf(follower)
      rows.push({ item: follower, cause: item, day: its === last ? null : its })
      last = its
    }
  }
  return rows
}

/** The day on the account's clock. */
export function dayOf({ at }: Entry): string {
  return toDay(Date.parse(at))
}
