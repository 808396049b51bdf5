import type { CallEntry } from '../core/record/history-entry.ts'
import { arrivesWhole } from '../contract/deliveries.ts'

// Tells whether a client can have known an answer when it sent a call. Where a record does not have the order of the
// server's events, times in milliseconds take its place.

/** Was the complete answer handed over? Not if the client had left, or if the answer was lost or is not ready yet. */
export function isRead(call: CallEntry): call is CallEntry & { endedMs: number } {
  return arrivesWhole(call.delivery) && !call.hasClientLeft && call.endedMs !== null
}

/** Was the complete answer to a call handed over before another call arrived? */
export function isKnown(earlier: CallEntry, later: CallEntry): boolean {
  return isRead(earlier) && hasEnded(earlier, later)
}

/** Was the answer to a call handed over or given up before another call arrived? */
export function hasEnded(earlier: CallEntry, later: CallEntry): boolean {
  const { arrived } = later.request
  if (earlier.handedOver !== undefined && arrived !== undefined) return earlier.handedOver < arrived
  return earlier.endedMs !== null && earlier.endedMs <= later.machineMs
}

/** Was the answer to a call handed over before the one to another call? */
export function endsFirst(one: CallEntry, other: CallEntry): boolean {
  if (one.endedMs === null || other.endedMs === null) return one.endedMs !== null
  if (one.handedOver !== undefined && other.handedOver !== undefined) {
    return one.handedOver < other.handedOver
  }
  return one.endedMs < other.endedMs
}

/** Real time from the arrival of a call to its answer, in milliseconds. */
export function answeringMs({ machineMs, endedMs }: CallEntry): number {
  return endedMs === null ? 0 : Math.max(0, endedMs - machineMs)
}
