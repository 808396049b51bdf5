import * as v from 'valibot'
import { described } from './described.ts'
import { rules } from './rules.ts'

/**
 * What a client of `/v1` may send, for those who write one. The calls themselves are read by hand in
 * core/calls/create-request.ts and core/calls/list-request.ts, since choices bend what is allowed.
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
        'true: the alias is burned after one forwarded message. A non-boolean value gives 400.',
        'burn',
        'null_fields',
      ),
    ),
    expires_at: v.optional(
      described(
        v.pipe(v.number(), v.integer()),
        'Epoch seconds, between 5 minutes and 366 days in the future: when the alias is deleted. An invalid value gives 400.',
        'expiry',
        'null_fields',
      ),
    ),
  }),
  'What the alias is made with; every field is optional.',
  'unknown_fields',
)

const { min, max } = rules.page

/** The query of GET /v1/aliases, as numbers and texts. */
export const listQuery = v.object({
  limit: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)),
      `How many aliases a page holds, ${min} to ${max}. A malformed value gives 400. The default is not shown.`,
      'page_size',
      'limit_out_of_range',
    ),
  ),
  last_key: v.optional(
    described(
      v.string(),
      'The next_cursor of the previous page, unchanged. A malformed value gives 400.',
      'cursor',
      'stale_cursor',
    ),
  ),
})
