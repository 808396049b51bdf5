import { inputBounds } from '../../contract/bounds.ts'
import { formatValue } from '../../contract/fields.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { operations } from '../../contract/rules.ts'
import { isIsoInstant } from '../../contract/times.ts'
import type { Journal } from '../../core/account/journal.ts'
import type { Entry } from '../../core/account/entry.ts'
import { ActionError } from '../../contract/action-error.ts'
import { wordOf } from './query.ts'

/** Which entries of a journal are asked for. */
export type Filter = {
  matches: (entry: Entry) => boolean
  /** Behind an entry that is known: the next so many. Else: the last so many. */
  isAfter: boolean
  limit: number
}

export const filterNames = ['operation', 'status', 'outcome', 'since', 'limit']
export const MAX_ENTRIES = inputBounds.requestsAsked.max

/** Reads the filters of a query. @throws ActionError 400 for one that has a bad value. */
export function readFilter(query: URLSearchParams): Filter {
  const operation = wordOf(query, 'operation', operations)
  const outcome = wordOf(query, 'outcome', outcomes)
  const status = integerOf(query, 'status', 100, 599)
  const since = sinceOf(query)
  return {
    matches: (entry) =>
      (operation === undefined || entry.operation === operation) &&
      (outcome === undefined || entry.outcome === outcome) &&
      (status === undefined || entry.response.status === status) &&
      since(entry),
    isAfter: query.has('since'),
    limit: integerOf(query, 'limit', 1, MAX_ENTRIES) ?? MAX_ENTRIES,
  }
}

/** As many of the matching entries as are asked for, oldest first. */
export function select(matching: readonly Entry[], { isAfter, limit }: Filter): Entry[] {
  return isAfter ? matching.slice(0, limit) : matching.slice(-limit)
}

/** @throws ActionError 404 when there is none, or when it is forgotten by now. */
export function findEntry(journal: Journal, id: string): Entry {
  const entry = journal.find(numberOf(id) ?? -1)
  if (!entry) throw new ActionError(404, `there is no request ${formatValue(id)} in the journal`)
  return entry
}

/** A whole number of the query. @throws ActionError 400 for another value. */
export function integerOf(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const input = query.get(name)
  if (input === null) return undefined
  if (!/^\d{1,9}$/.test(input) || Number(input) < min || Number(input) > max) {
    throw new ActionError(
      400,
      `${name}: ${formatValue(input)} is not a whole number from ${min} to ${max}`,
      name,
    )
  }
  return Number(input)
}

/** `since`: an entry's id, or a time on the account's clock. */
function sinceOf(query: URLSearchParams): (entry: Entry) => boolean {
  const input = query.get('since')
  if (input === null) return () => true
  const number = numberOf(input)
  if (number !== undefined) return (entry) => entry.number > number
  const ms = /^\d{1,12}$/.test(input)
    ? Number(input) * 1_000
    : isIsoInstant(input)
      ? Date.parse(input)
      : NaN
  if (Number.isNaN(ms)) {
    throw new ActionError(
      400,
      `since: ${formatValue(input)} is neither an id such as req_12, an ISO time nor epoch seconds`,
      'since',
    )
  }
  return (entry) => entry.at >= ms
}

function numberOf(id: string): number | undefined {
  const match = /^req_(\d{1,15})$/.exec(id)
  return match ? Number(match[1]) : undefined
}
