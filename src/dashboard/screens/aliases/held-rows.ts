import { useRef, useState } from 'preact/hooks'
import type { Alias } from '../../state/types.ts'

/** The aliases from a place of the list on, newest first, as many as were asked for. */
export type Found = {
  /** What was searched for, and which page. */
  view: string
  aliases: readonly Alias[]
  /** How many match in all, and how many of them stand before these. */
  total: number
  skip: number
  askedAt: number
  /** Number of changes by this page that it knows of. */
  own: number
}

/** When the aliases that were deleted here were gone, by id. */
export type Removed = ReadonlyMap<string, number>

/** Where the tester is: with the pointer over the table, with the focus or the last click in it. */
export type Attention = { isPointed: boolean; isUsed: boolean }

type Row = { alias: Alias; isGone: boolean }
type Held = { from: Found; rows: readonly Row[]; total: number }

/**
 * The rows that the table shows. While the tester is at the table, only their contents change, so that no
 * press hits another alias than the one aimed at: what clients create waits, and `waiting` counts it.
 */
export function useHeldRows(
  answered: Found | undefined,
  removed: Removed,
  size: number,
  { isPointed, isUsed }: Attention,
) {
  const held = useRef<Held | null>(null)
  const [, redraw] = useState(0)
  if (!answered) return undefined
  const found = withoutRemoved(answered, removed)
  const old = held.current
  if (old?.from !== answered) {
    const isSameView = old?.from.view === answered.view
    // What the tester does elsewhere on the page shows at once, such as an alias that the form creates.
    const isOwn = old?.from.own !== answered.own
    const isHeld = isUsed || (isPointed && !isOwn)
    const next = old && isSameView && isHeld ? updated(old, found, isOwn) : afresh(found, size)
    held.current = { ...next, from: answered }
  } else if (!isPointed && !isUsed) held.current = { ...afresh(found, size), from: answered }
  const { rows, total: all } = held.current!
  const listed = new Set(found.aliases.map(({ id }) => id))
  const left = rows.filter(
    ({ alias: { id }, isGone }) => !isGone && (listed.has(id) || !removed.has(id)),
  )
  const total = all - (rows.length - left.length)
  return {
    aliases: left.map(({ alias }) => alias),
    total,
    waiting: Math.max(0, found.total - total),
    /** Shows what waits. */
    admit: () => {
      held.current = { ...afresh(found, size), from: answered }
      redraw((count) => count + 1)
    },
  }
}

type Content = Omit<Held, 'from'>

function afresh({ aliases, total }: Found, size: number): Content {
  return { rows: aliases.slice(0, size).map((alias) => ({ alias, isGone: false })), total }
}

/** The same rows as an answer has them now; those that it shows to be gone leave if the tester did it. */
function updated({ rows, total }: Held, found: Found, isOwn: boolean): Content {
  const byId = new Map(found.aliases.map((alias) => [alias.id, alias]))
  const isThere = ({ alias }: Row) => byId.has(alias.id)
  const isEnd = found.skip + found.aliases.length >= found.total
  // An answer that holds a part of the list says nothing of a row that may stand before or after it.
  const first = found.skip === 0 ? 0 : rows.findIndex(isThere)
  const last = isEnd ? rows.length - 1 : rows.findLastIndex(isThere)
  const isCovered = (index: number) => first >= 0 && first <= index && index <= last
  const next = rows.map((row, index) => {
    const alias = byId.get(row.alias.id)
    return alias ? { alias, isGone: false } : { ...row, isGone: row.isGone || isCovered(index) }
  })
  if (next.every(({ isGone }) => isGone)) return afresh(found, rows.length)
  return { rows: isOwn ? next : next.map(keepGone(rows)), total }
}

/** What somebody else deletes leaves its row, too, once the tester is elsewhere. */
function keepGone(before: readonly Row[]) {
  return (row: Row, index: number): Row => ({
    ...row,
    isGone: row.isGone && before[index]!.isGone,
  })
}

/** What the tester deletes goes at once: a list that was asked for before still has it. */
function withoutRemoved(found: Found, removed: Removed): Found {
  const left = found.aliases.filter(({ id }) => found.askedAt > (removed.get(id) ?? -Infinity))
  return { ...found, aliases: left, total: found.total - (found.aliases.length - left.length) }
}
