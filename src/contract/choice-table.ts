/**
 * Where the document is silent or contradicts itself: what we do, and what the real service might do
 * instead. Tiers are our judgement, not evidence: L likely, P possible.
 */
export type ChoiceValue = string | number | boolean
type Alternative = { value: ChoiceValue; tier: 'L' | 'P' }
export type ChoiceRow = {
  question: string
  /** The place in the document where the answer is missing. */
  source: string
  default: ChoiceValue
  /** What the default means, in words. */
  means: string
  alternatives: readonly Alternative[]
  /** For a choice that takes more than the listed values: which, in words and as a test. */
  also?: { what: string; accepts: (value: ChoiceValue) => boolean }
}

const L = 'L'
const P = 'P'

export const choices = {
  page_size: {
    question: 'How many aliases does a page hold when no limit is given?',
    source: 'GET /v1/aliases, limit: default page size not shown',
    default: 20,
    means: '20 aliases',
    alternatives: [
      { value: 10, tier: L },
      { value: 25, tier: L },
      { value: 50, tier: L },
      { value: 100, tier: L },
    ],
    also: {
      what: 'a whole number from 1 to 100',
      accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
    },
  },
  list_order: {
    question: 'In which order are aliases listed?',
    source: 'GET /v1/aliases, rule 3: not shown',
    default: 'by_id',
    means: 'sorted by id, which says nothing of time',
    alternatives: [
      { value: 'newest_first', tier: L },
      { value: 'oldest_first', tier: L },
    ],
  },
  pages: {
    question: 'May a page be short, or the last one empty after a cursor?',
    source: 'Alias page: has_more says whether further pages exist, not how full they are',
    default: 'full',
    means: 'every page but the last is full, and the last is not empty',
    alternatives: [
      { value: 'empty_last', tier: L },
      { value: 'short', tier: P },
    ],
  },
  cursor: {
    question: 'What does a cursor look like?',
    source: 'Alias page, next_cursor: opaque',
    default: 'opaque',
    means: 'base64url, meaningless to clients',
    alternatives: [
      { value: 'json', tier: P },
      { value: 'id', tier: P },
    ],
  },
  stale_cursor: {
    question: 'What answers a cursor whose alias is gone?',
    source: 'GET /v1/aliases, last_key: only "malformed" is said to give 400',
    default: 'continue',
    means: 'the page goes on after the place where it was',
    alternatives: [{ value: 'reject', tier: P }],
  },
  limit_out_of_range: {
    question: 'Is limit=0 or limit=101 malformed?',
    source: 'Limits says 1 to 100; Errors gives 400 for a malformed limit',
    default: 'reject',
    means: '400',
    alternatives: [{ value: 'clamp', tier: L }],
  },
  id_style: {
    question: 'What is the alphabet and length of an id?',
    source: 'Alias, id: the local part of the address; no more is said',
    default: 'alphanumeric',
    means: '10 characters of a-z and 0-9',
    alternatives: [
      { value: 'long', tier: P },
      { value: 'dotted', tier: P },
      { value: 'words', tier: P },
    ],
  },
  domain: {
    question: 'What is the shared domain?',
    source: 'Alias, address: <id>@<shared_domain>',
    default: 'alias-sandbox.example',
    means: 'a domain that cannot receive mail',
    alternatives: [],
    also: {
      what: 'a host name',
      accepts: (value) =>
        typeof value === 'string' &&
        value.length <= 200 &&
        /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(value),
    },
  },
  burn: {
    question: 'What becomes of a single-use alias once it is burned?',
    source: 'States and transitions: the status it leaves behind is not shown',
    default: 'removed',
    means: 'it is gone',
    alternatives: [
      { value: 'suspended', tier: L },
      { value: 'burned', tier: P },
    ],
  },
  expiry: {
    question: 'What is left of an alias at its expires_at?',
    source: 'States and transitions: deletion at expires_at, the status it leaves is not shown',
    default: 'removed',
    means: 'it is gone at that second',
    alternatives: [
      { value: 'expired', tier: P },
      { value: 'late', tier: P },
    ],
  },
  suspended_reason: {
    question: 'What does suspended_reason hold?',
    source: 'Alias, suspended_reason: type and values not shown',
    default: 'manual',
    means: 'the text "manual", or the reason given to the action',
    alternatives: [
      { value: 'absent', tier: P },
      { value: 'object', tier: P },
    ],
  },
  replies_value: {
    question: 'What does replies_enabled hold?',
    source: 'Alias, replies_enabled: type and values not shown',
    default: true,
    means: 'true, or the value given to the action',
    alternatives: [
      { value: false, tier: P },
      { value: 'text', tier: P },
    ],
  },
  text_limit: {
    question: 'How long may a free text be, in code points?',
    source: 'Alias, rule 3: not shown',
    default: 'none',
    means: 'as long as the body may be',
    alternatives: [{ value: 255, tier: L }],
  },
  text_type: {
    question: 'What answers a label, note, source or category that is not a string?',
    source: 'Errors, 400: names single_use and expires_at only',
    default: 'reject',
    means: '400',
    alternatives: [
      { value: 'ignore', tier: L },
      { value: 'coerce', tier: P },
    ],
  },
  null_fields: {
    question: 'What does null mean for an optional text field or expires_at?',
    source: 'POST /v1/aliases: every field is optional; null is not mentioned',
    default: 'reject',
    means: '400',
    alternatives: [{ value: 'unset', tier: L }],
  },
  unknown_fields: {
    question: 'What answers a body field or query parameter that the document does not list?',
    source: 'POST and GET /v1/aliases: not mentioned',
    default: 'ignore',
    means: 'it is ignored, and noted in the journal',
    alternatives: [{ value: 'reject', tier: P }],
  },
  content_type: {
    question: 'What answers a body without a JSON content type?',
    source: 'POST /v1/aliases: Content-Type: application/json when a body is sent',
    default: 'reject',
    means: '400',
    alternatives: [
      { value: 'ignore', tier: L },
      { value: 415, tier: P },
    ],
  },
  extra_fields: {
    question: 'Can answers hold fields that the document does not list?',
    source: 'Versioning: not shown',
    default: 'none',
    means: 'the documented fields only',
    alternatives: [{ value: 'one', tier: L }],
  },
  rejected_spend_burst: {
    question: 'Do refused calls count toward the burst limit?',
    source: 'Limits: not shown; POST /v1/aliases, rule 2 counts "attempted" creations',
    default: 'admitted',
    means:
      'what passed key and plan counts (200, 400, 409, daily 429); 401, 403, 429 and 503 do not',
    alternatives: [
      { value: 'only_creations', tier: L },
      { value: 'all', tier: L },
    ],
  },
  burst_window: {
    question: 'When does the burst window open?',
    source: 'Limits, Burst: "clears within the minute"',
    default: 'first_call',
    means: '60 seconds from the first counted call',
    alternatives: [
      { value: 'clock_minute', tier: L },
      { value: 'sliding', tier: P },
    ],
  },
  rotation_resets_burst: {
    question: 'Does a new key start with an empty burst window?',
    source: 'Limits, Burst: per API key; rotation is not mentioned',
    default: true,
    means: 'yes',
    alternatives: [{ value: false, tier: P }],
  },
  daily_spend: {
    question: 'Which creations spend the daily cap?',
    source: 'POST /v1/aliases, rule 2: "creation also counts toward the daily cap"',
    default: 'created',
    means: 'those that answered 200',
    alternatives: [
      { value: 'collided', tier: L },
      { value: 'attempted', tier: P },
    ],
  },
  check_order: {
    question: 'In which order are the checks made?',
    source: 'Errors: not shown',
    default: 'standard',
    means: 'key, plan, outage, burst, body, daily, draw',
    alternatives: [
      { value: 'body_first', tier: L },
      { value: 'outage_first', tier: P },
    ],
  },
  canceled_becomes_free: {
    question: 'Does a canceled account become a Free one?',
    source: 'Errors, 403 plan_canceled: no end is named',
    default: 'never',
    means: 'plan_canceled stays',
    alternatives: [{ value: 'after_30_days', tier: P }],
  },
  trial_end: {
    question: 'What does the end of a trial lead to?',
    source: 'What the service does, Plans: nothing is charged during the trial',
    default: 'active',
    means: 'the card is charged: active, or past_due when that fails',
    alternatives: [
      { value: 'canceled', tier: P },
      { value: 'free', tier: P },
    ],
  },
  missing_key: {
    question: 'What answers a missing or malformed Authorization header?',
    source: 'Authentication, 1 and 6: only an invalid or revoked key is named',
    default: 401,
    means: '401, as for an invalid key',
    alternatives: [{ value: 400, tier: P }],
  },
  key_error_shape: {
    question: 'Which body does a 401 have?',
    source: 'Error body says "plan and key errors" carry a code; Errors, 401 says {message}',
    default: 'message',
    means: '{message}',
    alternatives: [{ value: 'code', tier: L }],
  },
  absent_method: {
    question: 'What answers PATCH, PUT or DELETE on the known path?',
    source: 'Operations that do not exist: no status is named',
    default: 405,
    means: '405 with Allow',
    alternatives: [{ value: 404, tier: L }],
  },
  message_text: {
    question: 'What do messages say?',
    source: 'Errors: bodies hold a message; no wording is shown',
    default: 'stable',
    means: 'one wording each, clearly the sandbox’s',
    alternatives: [{ value: 'varied', tier: L }],
  },
  cors: {
    question: 'May a web page of another origin call /v1?',
    source: 'not mentioned',
    default: 'off',
    means: 'no Access-Control-* header',
    alternatives: [
      { value: 'on', tier: P },
      { value: 'on_exposed', tier: P },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
