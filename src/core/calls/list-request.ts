import { rules } from '../../contract/rules.ts'
import { formatJson as formatValue } from '../../contract/values/invalid-choice.ts'
import { listParameters } from '../../contract/shapes.ts'
import type { Position } from '../aliases/alias.ts'
import type { Call } from './call.ts'
import { noteUnknown } from './unknown-names.ts'
import { fromCursor } from '../aliases/cursors.ts'

/** The requested page, validated. */
export type PageRequest = {
  limit: number
  /** Was no limit requested? */
  isDefault: boolean
  position: Position | null
}

/** Reads the query of GET /v1/aliases; refuses a malformed limit or last_key with 400. */
export function readListRequest(call: Call): PageRequest {
  if (call.request.query === '')
    return { limit: call.choices.page_size, isDefault: true, position: null }
  const query = parseQuery(call.request.query)
  noteUnknown(call, [...query.keys()], listParameters)
  const limit = query.get('limit')
  return {
    limit: readLimit(call, limit),
    isDefault: limit === undefined,
    position: readPosition(call, query.get('last_key')),
  }
}

/** Accepts plain digits only. The choice `limit_out_of_range` decides about 0 and 101. */
function readLimit(call: Call, input: string[] | undefined): number {
  if (input === undefined) return call.choices.page_size
  const text = readOnce(call, 'limit', input)
  if (!/^(0|[1-9]\d*)$/.test(text)) {
    call.refuseRequest(
      'limit',
      'malformed',
      `is ${formatValue(text)}, not a whole number from 1 to 100`,
    )
  }
  const { min, max } = rules.page
  const limit = Number(text)
  if (limit >= min && limit <= max) return limit
  call.recordChoice('limit_out_of_range', { decides: true })
  if (call.choices.limit_out_of_range === 'clamp') return Math.min(max, Math.max(min, limit))
  call.refuseRequest('limit', 'out_of_range', `is ${text}; allowed are ${min} to ${max}`)
}

function readPosition(call: Call, input: string[] | undefined): Position | null {
  if (input === undefined) return null
  const text = readOnce(call, 'last_key', input)
  const { account, choices } = call
  const position = fromCursor(text, choices.cursor, account.secret, account.aliases)
  if (!position) {
    call.refuseRequest(
      'last_key',
      'malformed',
      'is not a next_cursor of this account; pass it back unchanged',
    )
  }
  if (account.aliases.get(position.id)?.seq !== position.seq) {
    call.recordChoice('stale_cursor', { decides: true })
    const isLost = Number.isNaN(position.seq) && choices.list_order !== 'by_id'
    if (choices.stale_cursor === 'reject' || isLost) {
      call.refuseRequest('last_key', 'gone', 'names an alias that is gone')
    }
  }
  return position
}

function readOnce(call: Call, name: string, input: string[]): string {
  const [first, ...more] = input
  if (more.length > 0) call.refuseRequest(name, 'repeated', 'is given more than once')
  return first! // a name in the map has at least one value
}

/** Parses a query as form data. The core has no URLSearchParams. */
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
  if (!/[%+]/.test(text)) return text // most texts contain neither
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a stray % stays as it is; as a limit or cursor it is refused anyway
  }
}
