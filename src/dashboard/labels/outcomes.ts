/** The kind of an answer, shown by a shape and a colour. */
export type Tone = 'good' | 'limit' | 'refused' | 'broken'

/** `good`: 2xx; `limit`: temporary errors; `refused`: other 4xx; `broken`: 5xx and lost connections. */
export function toneOf(status: number): Tone {
  if (status >= 200 && status < 300) return 'good'
  if (status === 429 || status === 503 || status === 409) return 'limit'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}

export const tones = ['good', 'limit', 'refused', 'broken'] as const satisfies readonly Tone[]

export const toneLabels: Record<Tone, string> = {
  good: 'Worked',
  limit: 'Try later',
  refused: 'Refused',
  broken: 'Broken',
}

/** What an outcome means to somebody who tests by hand. */
const outcomeLabels: Readonly<Record<string, string>> = {
  created: 'Alias created',
  listed: 'Aliases listed',
  invalid_key: 'API key not accepted',
  plan_required: 'Paid plan required',
  plan_past_due: 'Payment failed',
  plan_canceled: 'Plan canceled',
  outage: 'Service unavailable',
  burst: 'Too many calls this minute',
  daily_cap: 'Too many aliases today',
  collision: 'No free address found',
  bad_request: 'Malformed request',
  not_found: 'No such address of the API',
  method_not_allowed: 'Method not offered',
  too_large: 'Request too large',
  unsupported_media_type: 'Not sent as JSON',
  draw_collision: 'Random address taken, drawn again',
  delay: 'Slow answer',
  drop_before: 'Connection lost before the call took effect',
  drop_after: 'Answer lost after the call took effect',
  hang: 'No answer at all',
  truncate: 'Answer cut off',
  garbage: 'Error page of a proxy',
  server_error: 'Server error',
  created_with_expiry: 'Alias created that expires',
  created_single_use: 'Single-use alias created',
  listed_with_limit: 'Aliases listed, so many at a time',
  listed_next_page: 'Next page listed',
}

export function outcomeLabel(outcome: string): string {
  return outcomeLabels[outcome] ?? outcome
}

/** `429`, or `no answer` for a connection that was dropped. */
export function statusLabel(status: number): string {
  return status === 0 ? 'no answer' : String(status)
}

/** What the tester calls one of the two operations of the API. */
export const operationLabels = { create: 'Create an alias', list: 'List aliases' } as const

/** What an answer rests on. */
export const basisLabels = {
  documented: 'Documented',
  assumed: 'Assumed, because the API document is silent',
  injected: 'Injected by a fault or a setting',
} as const

/** What is checked before a call is answered. */
const checkLabels: Readonly<Record<string, string>> = {
  key: 'API key',
  plan: 'Plan and payment',
  outage: 'Service available',
  burst: 'Calls this minute',
  daily: 'Aliases today',
  body: 'Request body',
  query: 'Query',
  request: 'Request',
  draw: 'Free address',
  fault: 'Network and servers',
}

/** `Calls this minute`. Unknown checks are shown by their name. */
export function checkLabel(check: string): string {
  return checkLabels[check] ?? check
}
