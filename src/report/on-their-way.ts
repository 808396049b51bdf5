import { msOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import { answeringMs, endsFirst, hasEnded } from './known.ts'

/** Calls that were sent before the first answer was read arrive within this time. */
const ON_THE_WAY_MS = 20

/**
 * May these calls, in the order of their arrival, have been sent before the client read the first refusal? They came
 * right after it, each on a connection of its own, and not all in turn.
 */
export function wereOnTheirWay(
  first: RequestEntry,
  calls: readonly RequestEntry[],
  workers: number,
): boolean {
  // Calls that are sent at once have arrived before an answer that takes long, except for one late call of each worker.
  if (answeringMs(first) > ON_THE_WAY_MS && calls.length > workers) return false
  const connections = new Set<number>()
  let hasTwoInFlight = false
  /** The one that was answered last. */
  let last: RequestEntry | undefined
  for (const call of calls) {
    if (msOf(call.real_at) - msOf(first.ended_at ?? first.real_at) > ON_THE_WAY_MS) return false
    const id = call.connection?.id
    if (id !== undefined && connections.has(id)) return false
    if (id !== undefined) connections.add(id)
    if (last && !hasEnded(last, call)) hasTwoInFlight = true
    if (!last || endsFirst(last, call)) last = call
  }
  return hasTwoInFlight
}
