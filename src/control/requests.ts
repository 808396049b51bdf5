import { msOf, numberOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import type { requestFilters } from '../contract/control/query-parameters.ts'
import { callNumber } from './find-entry.ts'
import type { Query } from './query.ts'
import { readSince } from './since.ts'
import { mismatchOf, readConditions, unmetBy } from './request-filter.ts'

/** Selects entries of an account. */
export type Filter = {
  matches: (entry: RequestEntry) => boolean
  /** Tells how an entry differs from the filter; undefined if it matches, or came before `since`. */
  mismatch: (entry: RequestEntry) => string | undefined
  /** Whether `since` was set: then select the first `limit` matches, otherwise the last. */
  isAfter: boolean
  limit: number
}

/** Reads the filters from a query. @throws ActionError 400 for an invalid value. */
export function readFilter(query: Query<typeof requestFilters>): Filter {
  const conditions = readConditions(query)
  const since = query.read('since')
  const isSince = sinceTest(since)
  return {
    matches: (entry) => isSince(entry) && !unmetBy(entry, conditions),
    mismatch: (entry) => (isSince(entry) ? mismatchOf(entry, conditions) : undefined),
    isAfter: since !== undefined,
    limit: query.read('limit') ?? Infinity,
  }
}

/** Cuts the matching entries down to the filter's limit, oldest first. */
export function select(
  matching: readonly RequestEntry[],
  { isAfter, limit }: Filter,
): RequestEntry[] {
  return isAfter ? matching.slice(0, limit) : matching.slice(-limit)
}

/** Reads `since`: the id of an entry, or a time on the account's clock. */
function sinceTest(input: string | undefined): (entry: RequestEntry) => boolean {
  if (input === undefined) return () => true
  const number = callNumber(input)
  if (number !== undefined) return (entry) => numberOf(entry) > number
  const ms = readSince(input, 'an id such as req_12, an ISO time or epoch seconds')
  return (entry) => msOf(entry.at) >= ms
}
