import type { CheckMade, Entry } from './entry.ts'
import type { ApiResponse } from '../../contract/history/api-message.ts'
import { TEXT_BYTES, textBytes } from '../memory/weight.ts'

/** An entry without its strings, headers, response and checks. */
const ENTRY_BYTES = 480
const CHECK_BYTES = 72
const HEADER_BYTES = 160
const RESPONSE_BYTES = 120
/** The value that a call was refused for, without the name of its field. */
const REFUSED_BYTES = 40
/** The nodes of trees as they were before a creation, which a base still holds. */
const NODES_BYTES = 1_000

/** Memory of what two similar calls in a row may share, in bytes. */
type Parts = { headers: number; response: number; checks: number; choices: number }

/** Weighs the calls of one account. What a call shares with the one before is not weighed again. */
export class EntryScale {
  #last: Entry | undefined
  #lastParts: Parts = { headers: 0, response: 0, checks: 0, choices: 0 }

  /** Memory that an entry needs, in bytes; `shared` is the part that the entry before also holds. */
  weigh(entry: Entry, before: Entry | undefined): { own: number; shared: number } {
    const { request, response, checks, choices, why, refused } = entry
    const { path, query, body, method } = request
    const known = before !== undefined && before === this.#last ? this.#lastParts : undefined
    const isSame = {
      headers: before?.request.headers === request.headers,
      response: before?.response === response,
      checks: before?.checks === checks,
    }
    const parts: Parts = {
      headers: (isSame.headers && known?.headers) || weighHeaders(request.headers),
      response: (isSame.response && known?.response) || weighResponse(response),
      checks: (isSame.checks && known?.checks) || weighChecks(checks),
      choices: 8 * choices.length,
    }
    this.#last = entry
    this.#lastParts = parts
    let shared = 0
    if (isSame.headers) shared += parts.headers
    if (isSame.response) shared += parts.response
    if (isSame.checks) shared += parts.checks
    if (before?.choices === choices) shared += parts.choices
    // Node reads a request head as Latin-1; path and query are slices of one string.
    let own = ENTRY_BYTES + path.length + query.length + method.length + textBytes(why)
    if (body !== null) own += textBytes(body)
    if (refused) own += REFUSED_BYTES + textBytes(refused.field)
    if (entry.outcome === 'created') own += NODES_BYTES
    own += parts.headers + parts.response + parts.checks + parts.choices
    return { own, shared }
  }
}

function weighHeaders(headers: Entry['request']['headers']): number {
  let bytes = 0
  for (const name in headers) {
    const value = headers[name]
    bytes += HEADER_BYTES + name.length + TEXT_BYTES
    if (typeof value === 'string') bytes += value.length
    else for (const text of value ?? []) bytes += TEXT_BYTES + text.length
  }
  return bytes
}

function weighResponse(response: ApiResponse): number {
  const { headers, weight } = response
  let bytes = RESPONSE_BYTES
  for (const name in headers) bytes += HEADER_BYTES + name.length + headers[name]!.length
  // Use the known weight: reading `body` would build the whole text.
  return bytes + (weight ?? textBytes(response.body))
}

function weighChecks(checks: readonly CheckMade[]): number {
  let bytes = 0
  for (const { detail } of checks) {
    bytes += CHECK_BYTES + (detail === undefined ? 0 : textBytes(detail))
  }
  return bytes
}
