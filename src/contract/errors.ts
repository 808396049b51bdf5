/**
 * The errors of `/v1`: first the rows of the document's Errors table, then those that any HTTP server
 * needs and the document does not list.
 */
export type ErrorRow = {
  status: number
  /** Present on plan errors only: the body is then `{code, description}` instead of `{message}`. */
  code?: string
  /** Section and row of the document; for errors that it lacks, the reason for this response. */
  source: string
  basis: 'documented' | 'assumed'
  text: string
  /** `window`: seconds until the burst window resets. A number: always that many seconds. */
  retryAfter?: 'window' | number
}

export const errors = {
  invalid_key: {
    status: 401,
    source: 'Errors, 401',
    basis: 'documented',
    text: 'Invalid or revoked API key.',
  },
  plan_canceled: {
    status: 403,
    code: 'plan_canceled',
    source: 'Errors, 403 plan_canceled',
    basis: 'documented',
    text: 'The subscription is canceled; API access ended with it.',
  },
  plan_past_due: {
    status: 403,
    code: 'plan_past_due',
    source: 'Errors, 403 plan_past_due',
    basis: 'documented',
    text: 'A payment failed; API access is paused until the invoice is settled.',
  },
  plan_required: {
    status: 403,
    code: 'plan_required',
    source: 'Errors, 403 plan_required',
    basis: 'documented',
    text: 'API access needs a paid plan: Plus or Pro.',
  },
  outage: {
    status: 503,
    source: 'Errors, 503',
    basis: 'documented',
    text: 'Rate limiting is temporarily unavailable; try again shortly.',
    retryAfter: 30,
  },
  burst: {
    status: 429,
    source: 'Errors, 429 burst; Limits, Burst',
    basis: 'documented',
    text: 'Burst limit exceeded.',
    retryAfter: 'window',
  },
  bad_request: {
    status: 400,
    source: 'Errors, 400',
    basis: 'documented',
    text: 'The request is malformed.',
  },
  daily_cap: {
    status: 429,
    source: 'Errors, 429 daily; Limits, Daily alias creation cap',
    basis: 'documented',
    text: 'Daily alias-creation cap exceeded.',
  },
  collision: {
    status: 409,
    source: 'Errors, 409; POST /v1/aliases, rule 1',
    basis: 'documented',
    text: 'No free address was found in three draws; trying again is safe.',
  },
  not_found: {
    status: 404,
    source: 'Endpoints: the document lists /v1/aliases only',
    basis: 'assumed',
    text: 'No such endpoint.',
  },
  method_not_allowed: {
    status: 405,
    source: 'Operations that do not exist',
    basis: 'assumed',
    text: 'This method is not offered here.',
  },
  too_large: {
    status: 413,
    source: 'Errors: no row; a server must limit the size of bodies',
    basis: 'assumed',
    text: 'The body is larger than 100 kB.',
  },
  unsupported_media_type: {
    status: 415,
    source: 'POST /v1/aliases: Content-Type is application/json when a body is sent',
    basis: 'assumed',
    text: 'The body has to be application/json.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof errors

/** The errors in the document, by the names that faults and outcomes use. */
export const documentedErrors = [
  'invalid_key',
  'plan_required',
  'plan_past_due',
  'plan_canceled',
  'outage',
  'burst',
  'daily_cap',
  'collision',
  'bad_request',
] as const satisfies ErrorName[]
