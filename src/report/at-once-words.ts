import { msOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import { workersOf, type AtOnce } from '../core/record/at-once.ts'
import { toNumber } from '../text/numbers.ts'
import type { TimedHistory } from './timed-history.ts'

/** How many may have been at work, in words: `2 connections were in use`. */
export function atOnceWords({ requests, connections }: AtOnce): string {
  const isOfConnections = connections >= requests && connections > 0
  const count = workersOf({ requests, connections })
  if (count === 1) {
    return isOfConnections
      ? 'one connection was in use at a time'
      : 'one request was made at a time'
  }
  return `${toNumber(count)} ${isOfConnections ? 'connections were in use' : 'requests were in flight at once'}`
}

/** A pool sends the next request on a connection within this time after an answer. */
const AT_ONCE_MS = 20

/**
 * Names the queue behind a bounded pool: more requests than connections, each on a connection that had just been
 * answered.
 */
export function queueWords(
  { calls, atOnce }: TimedHistory,
  sentOn: readonly RequestEntry[],
): string {
  const { requests, connections } = atOnce
  if (requests < 2 || requests > connections || sentOn.length <= workersOf(atOnce)) return ''
  const queued = new Set(sentOn)
  const last = new Map<number, RequestEntry>()
  let following = 0
  for (const call of calls) {
    const id = call.connection?.id
    if (id === undefined) return ''
    const before = last.get(id)
    last.set(id, call)
    if (!queued.has(call) || before === undefined || before.ended_at === null) continue
    if (msOf(call.real_at) - msOf(before.ended_at) <= AT_ONCE_MS) following += 1
  }
  if (following <= workersOf(atOnce)) return ''
  return `. They followed answers at once, as from a queue behind ${toNumber(connections)} connections: the queue has to stop, too`
}
