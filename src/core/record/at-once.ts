import { msOf } from '../../contract/history/entry-types.ts'
import type { Connection, RequestEntry } from '../../contract/history/entry.ts'

/**
 * The most that an account had at once: requests in flight, and open connections that carried one of its requests. There
 * may have been as many workers.
 */
export type AtOnce = { readonly requests: number; readonly connections: number }

export const nothingAtOnce: AtOnce = { requests: 0, connections: 0 }

/** Is it a request for an offered operation, with a key of the account, be it a former one? */
export function isOfAccount({ operation, key }: RequestEntry): boolean {
  return operation !== null && key.bearer !== undefined
}

export function largerOf(one: AtOnce, other: AtOnce): AtOnce {
  return {
    requests: Math.max(one.requests, other.requests),
    connections: Math.max(one.connections, other.connections),
  }
}

/** Returns the greatest number of workers that these may have been. */
export function workersOf({ requests, connections }: AtOnce): number {
  return Math.max(1, requests, connections)
}

/** Counts while calls arrive, for when the history has forgotten them. */
export class AtOnceCounter {
  #most = nothingAtOnce
  /** Calls in flight, and some that were answered since. */
  #inFlight: RequestEntry[] = []
  /** Open connections by their ids, and some that were closed since. */
  #connections = new Map<number, Connection>()

  get most(): AtOnce {
    return this.#most
  }

  /** Takes over what was counted before. */
  raise(most: AtOnce): void {
    this.#most = largerOf(this.#most, most)
  }

  add(call: RequestEntry): void {
    if (!isOfAccount(call)) return
    // A call that is forgotten must not stay in memory for long.
    while (this.#inFlight[0] && this.#inFlight[0].ended_at !== null) this.#inFlight.shift()
    this.#inFlight.push(call)
    if (this.#inFlight.length > this.#most.requests) {
      this.#inFlight = this.#inFlight.filter(({ ended_at }) => ended_at === null)
    }
    const { connection } = call
    if (connection?.opened !== undefined) this.#connections.set(connection.id, connection)
    if (this.#connections.size > this.#most.connections) {
      const open = [...this.#connections].filter(([, { closed }]) => closed === undefined)
      this.#connections = new Map(open)
    }
    this.raise({ requests: this.#inFlight.length, connections: this.#connections.size })
  }
}

/** Counts in a record, which also shows connections that were open before they carried a request. */
export function countAtOnce(calls: readonly RequestEntry[]): AtOnce {
  const isOrdered = calls.every(({ arrived }) => arrived !== undefined)
  const requests = calls.map(({ arrived, real_at, handed_over, ended_at }): Span =>
    isOrdered
      ? [arrived!, handed_over]
      : [msOf(real_at), ended_at === null ? undefined : msOf(ended_at)],
  )
  const connections = new Map(
    calls.flatMap(({ connection }) =>
      connection?.opened === undefined ? [] : [[connection.id, connection] as const],
    ),
  )
  const spans = [...connections.values()].map(({ opened, closed }): Span => [opened!, closed])
  return { requests: mostAtOnce(requests), connections: mostAtOnce(spans) }
}

/** From when until when; undefined if it has not ended. */
type Span = [from: number, until: number | undefined]

function mostAtOnce(spans: readonly Span[]): number {
  const starts = spans.map(([from]) => from).toSorted((a, b) => a - b)
  const ends = spans.map(([, until = Infinity]) => until).toSorted((a, b) => a - b)
  let [ended, most] = [0, 0]
  for (const [index, start] of starts.entries()) {
    while (ends[ended]! <= start) ended += 1
    most = Math.max(most, index + 1 - ended)
  }
  return most
}
