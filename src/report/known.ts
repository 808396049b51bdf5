import { msOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import { arrivesWhole } from '../contract/deliveries.ts'

// Tells whether a client can have known an answer when it sent a call. Where a record does not have the order of the
// server's events, times in milliseconds take its place.

/** Was the complete answer handed over? Not if the client had left, or if the answer was lost or is not ready yet. */
export function isRead(call: RequestEntry): call is RequestEntry & { ended_at: string } {
  return arrivesWhole(call.delivery) && !call.client_left && call.ended_at !== null
}

/** Was the complete answer to a call handed over before another call arrived? */
export function isKnown(earlier: RequestEntry, later: RequestEntry): boolean {
  return isRead(earlier) && hasEnded(earlier, later)
}

/** Was the answer to a call handed over or given up before another call arrived? */
export function hasEnded(earlier: RequestEntry, later: RequestEntry): boolean {
  const { arrived } = later
  if (earlier.handed_over !== undefined && arrived !== undefined)
    return earlier.handed_over < arrived
  return earlier.ended_at !== null && msOf(earlier.ended_at) <= msOf(later.real_at)
}

/** Was the answer to a call handed over before the one to another call? */
export function endsFirst(one: RequestEntry, other: RequestEntry): boolean {
  if (one.ended_at === null || other.ended_at === null) return one.ended_at !== null
  if (one.handed_over !== undefined && other.handed_over !== undefined) {
    return one.handed_over < other.handed_over
  }
  return msOf(one.ended_at) < msOf(other.ended_at)
}

/** Real time from the arrival of a call to its answer, in milliseconds. */
export function answeringMs({ real_at, ended_at }: RequestEntry): number {
  return ended_at === null ? 0 : Math.max(0, msOf(ended_at) - msOf(real_at))
}
