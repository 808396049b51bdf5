import type { ApiResponse } from '../../contract/history/entry.ts'
import { allowsBody } from '../../contract/allows-body.ts'
import type { ArmedFault } from '../../contract/state/state.ts'

/** Returns the response that the fault `answer` sends. */
export function ownAnswer({
  status = 200,
  headers: own = {},
  body,
  json,
}: ArmedFault): ApiResponse {
  // A state can have what no action arms.
  const asked = json === undefined ? (body ?? '') : JSON.stringify(json)
  const text = allowsBody(status) ? asked : ''
  const headers = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, String(value)]),
  )
  const wait = valueOf(headers, 'retry-after') ?? ''
  const seconds = /^\d{1,9}$/.test(wait) ? Number(wait) : undefined // a date is not read
  if (text !== '' && valueOf(headers, 'content-type') === undefined) {
    headers['Content-Type'] = json === undefined ? 'text/plain; charset=utf-8' : 'application/json'
  }
  return { status, headers, retry_after_seconds: seconds, body: text }
}

/** Names of headers are the same in all letters. */
function valueOf(headers: Record<string, string>, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
}
