import type { ChoiceRow } from './choice-row.ts'

/** GET /v1/aliases: pages, their order and their cursors. */
export const listingChoices = {
  page_size: {
    question: 'How many aliases does a page contain when the request has no limit?',
    source: 'GET /v1/aliases, limit: no example shows the default page size',
    default: 20,
    means: '20 aliases',
    alternatives: [
      { value: 10, tier: 'L' },
      { value: 25, tier: 'L' },
      { value: 50, tier: 'L' },
      { value: 100, tier: 'L' },
    ],
    also: {
      what: 'an integer from 1 to 100',
      accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
    },
  },
  list_order: {
    question: 'In which order are aliases listed?',
    source: 'GET /v1/aliases, rule 3: no example shows it',
    default: 'by_id',
    means: 'sorted by id, regardless of creation time',
    alternatives: [
      { value: 'newest_first', tier: 'L' },
      { value: 'oldest_first', tier: 'L' },
    ],
  },
  pages: {
    question: 'Can a page be short, or the last page empty?',
    source: 'Alias page: has_more says whether further pages exist, not how full they are',
    default: 'full',
    means: 'every page but the last is full, and the last is not empty',
    alternatives: [
      { value: 'empty_last', tier: 'L' },
      { value: 'short', tier: 'P' },
    ],
  },
  cursor: {
    question: 'What does a cursor look like?',
    source: 'Alias page, next_cursor: opaque',
    default: 'opaque',
    means: 'base64url, meaningless to clients',
    alternatives: [
      { value: 'json', tier: 'P' },
      { value: 'id', tier: 'P' },
    ],
  },
  stale_cursor: {
    question: 'What happens if the alias of a cursor no longer exists?',
    source: 'GET /v1/aliases, last_key: 400 is documented for a malformed value only',
    default: 'continue',
    means: 'the page starts after its former position',
    alternatives: [{ value: 'reject', tier: 'P' }],
  },
  limit_out_of_range: {
    question: 'Is limit=0 or limit=101 malformed?',
    source: 'Limits, limit parameter; Errors, 400: a malformed limit',
    default: 'reject',
    means: '400',
    alternatives: [{ value: 'clamp', tier: 'L' }],
  },
} as const satisfies Record<string, ChoiceRow>
