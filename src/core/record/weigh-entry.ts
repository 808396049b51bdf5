import type { CheckMade, Entry } from './entry.ts'
import type { ApiResponse } from '../../contract/api-message.ts'
import { TEXT_BYTES, textBytes } from '../memory/weight.ts'

/** An entry without its strings, headers, response and checks. */
const ENTRY_BYTES = 480
const CHECK_BYTES = 72
const HEADER_BYTES = 160
const RESPONSE_BYTES = 120

/**
 * Memory that an entry needs, in bytes. Similar consecutive calls share headers, responses, checks
 * and choices: `shared` is the part that the previous entry also holds.
 */
export function weighEntry(
  entry: Entry,
  before: Entry | undefined,
): { own: number; shared: number } {
  const { request, response, checks, choices, why } = entry
  const { path, query, body, method } = request
  // Node reads a request head as Latin-1; path and query are slices of one string.
  let own = ENTRY_BYTES + path.length + query.length + method.length + textBytes(why)
  if (body !== null) own += textBytes(body)
  const parts = {
    headers: weighHeaders(request.headers),
    response: weighResponse(response),
    checks: weighChecks(checks),
    choices: 8 * choices.length,
  }
  own += parts.headers + parts.response + parts.checks + parts.choices
  let shared = 0
  if (before?.request.headers === request.headers) shared += parts.headers
  if (before?.response === response) shared += parts.response
  if (before?.checks === checks) shared += parts.checks
  if (before?.choices === choices) shared += parts.choices
  return { own, shared }
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
