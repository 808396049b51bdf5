import type { ApiRequest } from '../../contract/history/api-message.ts'
import type { CallEntry } from '../record/history-entry.ts'
import { arrivesWhole } from '../../contract/deliveries.ts'

/**
 * What the client of a call knew of an earlier answer when it sent the call: it had read it, it had not,
 * or nobody can tell from outside, because another process or another worker may have made the call.
 */
export type Knowledge = 'knew' | 'unclear' | 'unaware'

type Connection = NonNullable<ApiRequest['connection']>

/** Decided by the order in which connections were opened, used and closed, never by the time between. */
export function knowledgeOf(earlier: CallEntry, later: CallEntry): Knowledge {
  if (!isRead(earlier) || arrivedBeforeEnd(later, earlier)) return 'unaware'
  const before = earlier.request.connection
  const after = later.request.connection
  // A client reads the answer before it uses the connection again.
  if (!before || !after || before.id === after.id) return 'knew'
  if (!after.isNew || after.freeAfter === undefined || earlier.answer === undefined)
    return 'unclear'
  if (isOpenedBefore(after, earlier.answer)) return 'unaware'
  return isClosed(earlier, after.freeAfter) ? 'knew' : 'unclear'
}

/**
 * May the client of a creation that was lost have known that when it sent the later call? It learns it from an
 * answer that says nothing, or when its connection is closed; a client that leaves closes it itself.
 */
export function mayKnowOfLoss(lost: CallEntry, later: CallEntry): boolean {
  if (isRead(lost)) return knowledgeOf(lost, later) !== 'unaware'
  const closed = lost.request.connection?.life?.closedAfter
  const after = later.request.connection
  const wasOnItsWay = after && closed !== undefined && isOpenedBefore(after, closed)
  return arrivedAfterLoss(lost, later) && !wasOnItsWay
}

/** Did a call arrive when the answer to a creation had been lost? Then its own answer shows what became of that. */
export function arrivedAfterLoss(lost: CallEntry, later: CallEntry): boolean {
  if (isRead(lost)) return !arrivedBeforeEnd(later, lost)
  const arrivedAfter = later.request.connection?.arrivedAfter
  if (arrivedAfter === undefined || lost.request.connection?.arrivedAfter === undefined) {
    return lost.hasClientLeft || lost.endedMs === null || later.machineMs >= lost.endedMs
  }
  const closed = lost.request.connection.life?.closedAfter
  return closed !== undefined && closed <= arrivedAfter
}

/** A connection is opened in order to send a call, so one that was opened before this moment was on its way. */
function isOpenedBefore({ isNew, freeAfter, openedBefore }: Connection, moment: number): boolean {
  return isNew === true && freeAfter !== undefined && (openedBefore ?? freeAfter) < moment
}

/** Has the client received the complete answer? Not if it had left, or if the answer was lost or is not sent yet. */
export function isRead(call: CallEntry): call is CallEntry & { endedMs: number } {
  return arrivesWhole(call.delivery) && !call.hasClientLeft && call.endedMs !== null
}

/** Real time from the arrival of a call to its answer, in milliseconds. */
export function answeringMs({ machineMs, endedMs }: CallEntry): number {
  return endedMs === null ? 0 : Math.max(0, endedMs - machineMs)
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
