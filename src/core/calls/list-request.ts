import { rules } from '../../contract/rules.ts'
import { shownAsJson as shown } from '../../contract/not-one-of.ts'
import { listParameters } from '../../contract/shapes.ts'
import type { Place } from '../aliases/alias-book.ts'
import type { Call } from './call.ts'
import { noteUnknown } from './create-request.ts'
import { fromCursor } from '../aliases/cursors.ts'

/** Which page is asked for, checked. */
export type PageRequest = {
  limit: number
  /** Was no limit asked for? */
  isDefault: boolean
  place: Place | null
}

/** Reads the query of GET /v1/aliases; a malformed limit or last_key is refused with 400. */
export function readListRequest(call: Call): PageRequest {
  if (call.request.query === '')
    return { limit: call.choices.page_size, isDefault: true, place: null }
  const query = parseQuery(call.request.query)
  noteUnknown(call, [...query.keys()], listParameters)
  const limit = query.get('limit')
  return {
    limit: readLimit(call, limit),
    isDefault: limit === undefined,
    place: readPlace(call, query.get('last_key')),
  }
}

/** Plain digits only; how 0 and 101 are taken is choice `limit_out_of_range`. */
function readLimit(call: Call, given: string[] | undefined): number {
  if (given === undefined) return call.choices.page_size
  const text = readOnce(call, 'limit', given)
  if (!/^(0|[1-9]\d*)$/.test(text)) {
    call.refuseRequest('limit', `is ${shown(text)}, not a whole number from 1 to 100`)
  }
  const { min, max } = rules.page
  const limit = Number(text)
  if (limit >= min && limit <= max) return limit
  call.lean('limit_out_of_range', { decides: true })
  if (call.choices.limit_out_of_range === 'clamp') return Math.min(max, Math.max(min, limit))
  call.refuseRequest('limit', `is ${text}; allowed are ${min} to ${max}`)
}

function readPlace(call: Call, given: string[] | undefined): Place | null {
  if (given === undefined) return null
  const text = readOnce(call, 'last_key', given)
  const { account, choices } = call
  const place = fromCursor(text, choices.cursor, account.secret, account.aliases)
  if (!place) {
    call.refuseRequest('last_key', 'is not a next_cursor of this account; pass it back unchanged')
  }
  if (account.aliases.get(place.id)?.seq !== place.seq) {
    call.lean('stale_cursor', { decides: true })
    const isLost = Number.isNaN(place.seq) && choices.list_order !== 'by_id'
    if (choices.stale_cursor === 'reject' || isLost) {
      call.refuseRequest('last_key', 'names an alias that is gone')
    }
  }
  return place
}

function readOnce(call: Call, name: string, given: string[]): string {
  const [first, ...more] = given
  if (more.length > 0) call.refuseRequest(name, 'is given more than once')
  return first! // a name that is there has a value
}

/** Names and values of a query, decoded as forms are. The core has no URLSearchParams. */
export function parseQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const end = equals < 0 ? pair.length : equals
    const name = decode(pair.slice(0, end))
    const value = decode(pair.slice(end + 1))
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text // as most are
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a stray % stands for itself; as a limit or cursor it is refused anyway
  }
}
