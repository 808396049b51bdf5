import type { CallEntry } from '../core/record/history-entry.ts'
import { answeringMs, endsFirst, hasEnded } from './known.ts'

/** Calls that were sent before the first answer was read arrive within this time. */
const ON_THE_WAY_MS = 20

/**
 * May these calls, in the order of their arrival, have been sent before the client read the first refusal? They came
 * right after it, each on a connection of its own, and not all in turn.
 */
export function wereOnTheirWay(
  first: CallEntry,
  calls: readonly CallEntry[],
  workers: number,
): boolean {
  // Calls that are sent at once have arrived before an answer that takes long, except for one late call of each worker.
  if (answeringMs(first) > ON_THE_WAY_MS && calls.length > workers) return false
  const connections = new Set<number>()
  let hasTwoInFlight = false
  /** The one that was answered last. */
  let last: CallEntry | undefined
  for (const call of calls) {
    if (call.machineMs - (first.endedMs ?? first.machineMs) > ON_THE_WAY_MS) return false
    const id = call.request.connection?.id
    if (id !== undefined && connections.has(id)) return false
    if (id !== undefined) connections.add(id)
    if (last && !hasEnded(last, call)) hasTwoInFlight = true
    if (!last || endsFirst(last, call)) last = call
  }
  return hasTwoInFlight
}
