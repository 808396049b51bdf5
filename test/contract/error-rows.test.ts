import { expect, it } from 'vitest'
import {
  documentedErrors,
  errors,
  type ErrorName,
  type ErrorRow,
} from '../../src/contract/errors.ts'

// The Errors table of the API document, row by row, with our messages; then the errors it lacks.

const documented: [status: number, ErrorName, text: string, Partial<ErrorRow>?][] = [
  [400, 'bad_request', 'The request is malformed.'],
  [401, 'invalid_key', 'Invalid or revoked API key.'],
  [403, 'plan_required', 'API access needs a paid plan: Plus or Pro.', { code: 'plan_required' }],
  [
    403,
    'plan_past_due',
    'A payment failed; API access is paused until the invoice is settled.',
    { code: 'plan_past_due' },
  ],
  [
    403,
    'plan_canceled',
    'The subscription is canceled; API access ended with it.',
    { code: 'plan_canceled' },
  ],
  [409, 'collision', 'No free address was found in three draws; trying again is safe.'],
  [429, 'burst', 'Burst limit exceeded.', { retryAfter: 'window' }],
  [429, 'daily_cap', 'Daily alias-creation cap exceeded.'],
  [
    503,
    'outage',
    'Rate limiting is temporarily unavailable; try again shortly.',
    { retryAfter: 30 },
  ],
]

const assumed: typeof documented = [
  [404, 'not_found', 'No such endpoint.'],
  [405, 'method_not_allowed', 'This method is not offered here.'],
  [413, 'too_large', 'The body is larger than 100 kB.'],
  [415, 'unsupported_media_type', 'The body has to be application/json.'],
]

it.each(documented)('%i %s is documented and says: %s', (status, name, text, more = {}) => {
  const { source, ...row } = errors[name]
  expect(row).toEqual({ status, text, basis: 'documented', ...more })
  expect(source).toMatch(new RegExp(`^Errors, ${status}( |;|$)`))
})

it.each(assumed)('%i %s is assumed and says: %s', (status, name, text) => {
  expect(errors[name]).toMatchObject({ status, text, basis: 'assumed' })
  expect(Object.keys(errors[name]).toSorted()).toEqual(['basis', 'source', 'status', 'text'])
})

it('the table of errors has no row that is not tested here', () => {
  const names = (rows: typeof documented) => rows.map(([, name]) => name).toSorted()
  expect(Object.keys(errors).toSorted()).toEqual(names([...documented, ...assumed]))
  expect(documentedErrors.toSorted()).toEqual(names(documented))
})
