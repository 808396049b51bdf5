import type { RequestEntry } from '../contract/history/entry.ts'
import { toListed } from './views/listed-request.ts'
import { isSame } from '../core/record/shared-parts.ts'
import type { IsKnown } from '../text/mask.ts'
import { composeList } from './compose.ts'

type ComposedList = { entries: readonly RequestEntry[]; stamp: number; pieces: readonly string[] }

let last: WeakRef<ComposedList> | undefined

/**
 * Serializes entries as the pieces of a JSON array. The last result is reused, because several
 * waiting requests often ask for the same calls.
 * @throws ActionError 413 when the response would be too large.
 */
export function composeEntries(
  entries: readonly RequestEntry[],
  isKnown: IsKnown,
): readonly string[] {
  const stamp = stampOf(entries)
  const known = last?.deref()
  if (known?.stamp === stamp && isSame(known.entries, entries)) return known.pieces
  const pieces = composeList(
    entries,
    (entry) => JSON.stringify(toListed(entry, isKnown)),
    'request fewer calls with limit, since or another filter',
  )
  last = new WeakRef({ entries, stamp, pieces })
  return pieces
}

/** Changes whenever an entry changes: only its duration and a response that was replaced can. */
function stampOf(entries: readonly RequestEntry[]): number {
  let stamp = 0
  for (const { duration_ms, outcome } of entries) {
    stamp += duration_ms + (outcome === 'server_error' ? 1_000_000 : 0)
  }
  return stamp
}
