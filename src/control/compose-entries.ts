import { toEntryView } from './views/account-view.ts'
import type { Entry } from '../core/record/entry.ts'
import { isSame } from '../core/record/shared-parts.ts'
import type { IsKnown } from '../text/mask.ts'
import { composeList } from './compose.ts'

type Composed = { entries: readonly Entry[]; stamp: number; pieces: readonly string[] }

let last: WeakRef<Composed> | undefined

/**
 * Serializes entries as the pieces of a JSON array. The last result is reused, because several
 * waiting requests often ask for the same calls.
 * @throws ActionError 413 when the response would be too large.
 */
export function composeEntries(entries: readonly Entry[], isKnown: IsKnown): readonly string[] {
  const stamp = stampOf(entries)
  const known = last?.deref()
  if (known?.stamp === stamp && isSame(known.entries, entries)) return known.pieces
  const pieces = composeList(
    entries,
    (entry) => JSON.stringify(toEntryView(entry, isKnown)),
    'request fewer calls with limit, since or another filter',
  )
  last = new WeakRef({ entries, stamp, pieces })
  return pieces
}

/** Changes whenever an entry changes: only its duration and a response that was replaced can. */
function stampOf(entries: readonly Entry[]): number {
  let stamp = 0
  for (const { durationMs, outcome } of entries) {
    stamp += durationMs + (outcome === 'server_error' ? 1_000_000 : 0)
  }
  return stamp
}
