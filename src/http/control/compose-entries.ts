import { toEntryView } from '../../core/views/account-view.ts'
import type { Entry } from '../../core/account/entry.ts'
import { isSame } from '../../core/account/intern.ts'
import { composeList } from './compose.ts'

type Composed = { entries: readonly Entry[]; stamp: number; pieces: readonly string[] }

let last: WeakRef<Composed> | undefined

/**
 * Entries as the pieces of a JSON array; many who wait for the same calls share them.
 * @throws ActionError 413 when it would be too large.
 */
export function composeEntries(entries: readonly Entry[]): readonly string[] {
  const stamp = stampOf(entries)
  const known = last?.deref()
  if (known?.stamp === stamp && isSame(known.entries, entries)) return known.pieces
  const pieces = composeList(
    entries,
    (entry) => JSON.stringify(toEntryView(entry)),
    'ask for fewer calls by limit, since or another filter',
  )
  last = new WeakRef({ entries, stamp, pieces })
  return pieces
}

/** What may change in an entry once it is made: its duration, and an answer that was taken back. */
function stampOf(entries: readonly Entry[]): number {
  let stamp = 0
  for (const { durationMs, outcome } of entries) {
    stamp += durationMs + (outcome === 'server_error' ? 1_000_000 : 0)
  }
  return stamp
}
