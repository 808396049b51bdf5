import type { CallEntry } from '../record/history-entry.ts'
import { arrivesWhole } from '../../contract/deliveries.ts'

/**
 * What the client of a call knew of an earlier answer when it sent the call: it had read it, it had not,
 * or nobody can tell from outside, because another process or another worker may have made the call.
 */
export type Knowledge = 'knew' | 'unclear' | 'unaware'

/** Decided by the order in which connections were opened, used and closed, never by the time between. */
export function knowledgeOf(earlier: CallEntry, later: CallEntry): Knowledge {
  if (!isRead(earlier) || arrivedBeforeEnd(later, earlier)) return 'unaware'
  const before = earlier.request.connection
  const after = later.request.connection
  // A client reads the answer before it uses the connection again.
  if (!before || !after || before.id === after.id) return 'knew'
  if (!after.isNew || after.freeAfter === undefined || earlier.answer === undefined)
    return 'unclear'
  // A connection is opened in order to send a call, so this one was on its way.
  if ((after.openedBefore ?? after.freeAfter) < earlier.answer) return 'unaware'
  return isClosed(earlier, after.freeAfter) ? 'knew' : 'unclear'
}

/** Has the client received the complete answer? Not if it had left, or if the answer was lost or is not sent yet. */
export function isRead(call: CallEntry): call is CallEntry & { endedMs: number } {
  return arrivesWhole(call.delivery) && !call.hasClientLeft && call.endedMs !== null
}

/** Did a call arrive before the answer to another one ended? Old histories have no moments, only times. */
export function arrivedBeforeEnd({ request, machineMs }: CallEntry, other: CallEntry): boolean {
  const arrivedAfter = request.connection?.arrivedAfter
  if (arrivedAfter !== undefined && other.answer !== undefined) return arrivedAfter < other.answer
  return other.endedMs === null || machineMs < other.endedMs
}

/** Was the connection of a call closed at this moment? */
export function isClosed({ request }: CallEntry, moment: number): boolean {
  const closedAfter = request.connection?.life?.closedAfter
  return closedAfter !== undefined && closedAfter <= moment
}
