import type { CallEntry } from '../record/history-entry.ts'
import { arrivedBeforeEnd, isClosed, isRead } from './knowledge.ts'

/** The number of a client whose connection is not known. */
const UNKNOWN = 0

/**
 * The clients of an account by their connections, as numbers. A connection that is opened after another
 * has been closed is taken for the same client without keep-alive, because such a client looks exactly like that.
 */
export function findClients(calls: readonly CallEntry[]): ReadonlyMap<CallEntry, number> {
  const clients = new Map<CallEntry, number>()
  const byConnection = new Map<number, number>()
  /** The latest call of each client, the client that called last at the end. */
  const latest = new Map<number, CallEntry>()
  for (const call of calls) {
    const id = call.request.connection?.id
    let client = id === undefined ? UNKNOWN : byConnection.get(id)
    if (client === undefined) {
      client = closedBefore(call, latest) ?? byConnection.size + 1
      byConnection.set(id!, client)
    }
    clients.set(call, client)
    latest.delete(client)
    latest.set(client, call)
  }
  return clients
}

/** The client whose connection was closed when the one of this call was opened; the latest of several. */
function closedBefore(
  { request }: CallEntry,
  latest: ReadonlyMap<number, CallEntry>,
): number | undefined {
  const { isNew, freeAfter } = request.connection ?? {}
  if (!isNew || freeAfter === undefined) return undefined
  for (const [client, call] of [...latest].toReversed()) {
    if (isClosed(call, freeAfter)) return client
  }
  return undefined
}

/** Looking this many calls back is enough to see the connections in use. */
const RECENT_CALLS = 100

/**
 * The connections that were in use at one time: each was waiting for an answer while another one was, or was
 * opened while another one was. A client that works in turn never shows that, though it may have two.
 */
export function findParallel(calls: readonly CallEntry[]): Set<number> {
  const parallel = new Set<number>()
  for (const [at, call] of calls.entries()) {
    const id = call.request.connection?.id
    if (id === undefined) continue
    for (const other of calls.slice(Math.max(0, at - RECENT_CALLS), at)) {
      const otherId = other.request.connection?.id
      if (otherId === undefined || otherId === id || !isBusyWith(other, call)) continue
      parallel.add(id).add(otherId)
    }
  }
  return parallel
}

/** The connections that belong to several workers: parallel ones, and those that another account used before. */
function findShared(calls: readonly CallEntry[]): ReadonlySet<number> {
  const pool = findParallel(calls)
  const seen = new Set<number>()
  for (const { request } of calls) {
    const { id, isNew } = request.connection ?? {}
    if (id === undefined) continue
    if (!seen.has(id) && isNew === false) pool.add(id)
    seen.add(id)
  }
  return pool
}

/** Its connections, and for each call on them, how many fewer than before were open. */
export type Pool = {
  connections: ReadonlySet<number>
  closed: ReadonlyMap<CallEntry, number>
}

/**
 * The connections that may belong to several workers. Who used one that was closed may use one that is left, or open the
 * next one, so each that is opened once several were open is of the pool.
 */
export function findPool(calls: readonly CallEntry[]): Pool {
  const shared = findShared(calls)
  const connections = new Set(shared)
  const closed = new Map<CallEntry, number>()
  const seen = new Set<number>()
  /** The latest call on each connection of the pool that is open. */
  const open = new Map<number, CallEntry>()
  let widest = 0
  for (const call of calls) {
    const { id, arrivedAfter, freeAfter } = call.request.connection ?? {}
    if (id === undefined) continue
    const moment = arrivedAfter ?? freeAfter
    for (const [other, last] of open) {
      if (moment !== undefined && isClosed(last, moment)) open.delete(other)
    }
    if (!seen.has(id) && widest > 1) connections.add(id)
    seen.add(id)
    if (!connections.has(id)) continue
    open.set(id, call)
    if (shared.has(id)) widest = Math.max(widest, open.size)
    closed.set(call, Math.max(0, widest - open.size))
  }
  return { connections, closed }
}

function isBusyWith(earlier: CallEntry, later: CallEntry): boolean {
  // A client that leaves may call again before its server notices.
  if (!isRead(earlier)) return false
  if (arrivedBeforeEnd(later, earlier)) return true
  const { isNew, freeAfter } = later.request.connection ?? {}
  if (!isNew || freeAfter === undefined || earlier.answer === undefined) return false
  return freeAfter < earlier.answer
}

/**
 * How many workers may have made a call: the connections of its account that were open and not waiting for
 * an answer when it arrived. A pool sends a call on any of them. Counts to one more than `enough`.
 */
export function countCandidates(
  calls: readonly CallEntry[],
  at: number,
  enough: number,
  isWorker: (connection: number) => boolean = () => true,
): number {
  const call = calls[at]!
  const { connection } = call.request
  if (!connection) return 1
  const moment = connection.arrivedAfter ?? connection.freeAfter
  const seen = new Set([connection.id])
  let open = 1
  for (let index = at - 1; index >= Math.max(0, at - RECENT_CALLS) && open <= enough; index -= 1) {
    const before = calls[index]!
    const id = before.request.connection?.id
    if (id === undefined || seen.has(id)) continue
    seen.add(id)
    if (!isWorker(id)) continue
    const isGone = moment !== undefined && isClosed(before, moment)
    if (!isGone && !arrivedBeforeEnd(call, before)) open += 1
  }
  return open
}
