import * as v from 'valibot'
import { described } from './choices/described.ts'
import { rules } from './rules.ts'

/**
 * The requests of `/v1`, as documentation for authors of clients. The sandbox parses requests in
 * core/calls/create-request.ts and core/calls/list-request.ts, because choices change what is allowed.
 */

const freeText = described(v.string(), 'Free text.', 'text_limit', 'text_type', 'null_fields')

export const createBody = described(
  v.object({
    label: v.optional(freeText),
    note: v.optional(freeText),
    source: v.optional(freeText),
    category: v.optional(freeText),
    single_use: v.optional(
      described(
        v.boolean(),
        'If true, the alias is burned after one forwarded message. A non-boolean value is a 400.',
        'burn',
        'null_fields',
      ),
    ),
    expires_at: v.optional(
      described(
        v.pipe(v.number(), v.integer()),
        'When the alias is deleted, in epoch seconds, from 5 minutes to 366 days in the future. An invalid value is a 400.',
        'expiry',
        'null_fields',
      ),
    ),
  }),
  'The fields of the new alias; all are optional.',
  'unknown_fields',
)

const { min, max } = rules.page

/** The query parameters of GET /v1/aliases. */
export const listQuery = v.object({
  limit: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)),
      `Maximum number of aliases per page, ${min} to ${max}. A malformed value is a 400. The default is not documented.`,
      'page_size',
      'limit_out_of_range',
    ),
  ),
  last_key: v.optional(
    described(
      v.string(),
      'The next_cursor of the previous page, unchanged. A malformed value is a 400.',
      'cursor',
      'stale_cursor',
    ),
  ),
})
