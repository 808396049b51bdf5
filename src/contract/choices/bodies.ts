import type { ChoiceRow } from './choice-row.ts'

/** The bodies of requests and responses: texts, types, null and unlisted fields. */
export const bodyChoices = {
  text_limit: {
    question: 'How long may a free text be, in code points?',
    source: 'Alias, rule 3: not shown',
    default: 'none',
    means: 'as long as the body may be',
    alternatives: [{ value: 255, tier: 'L' }],
  },
  text_type: {
    question: 'What answers a label, note, source or category that is not a string?',
    source: 'Errors, 400: names single_use and expires_at only',
    default: 'reject',
    means: '400',
    alternatives: [
      { value: 'ignore', tier: 'L' },
      { value: 'coerce', tier: 'P' },
    ],
  },
  null_fields: {
    question: 'What does null mean for an optional text field or expires_at?',
    source: 'POST /v1/aliases: every field is optional; null is not mentioned',
    default: 'reject',
    means: '400',
    alternatives: [{ value: 'unset', tier: 'L' }],
  },
  unknown_fields: {
    question: 'What answers a body field or query parameter that the document does not list?',
    source: 'POST and GET /v1/aliases: not mentioned',
    default: 'ignore',
    means: 'it is ignored, and noted in the journal',
    alternatives: [{ value: 'reject', tier: 'P' }],
  },
  content_type: {
    question: 'What answers a body without a JSON content type?',
    source: 'POST /v1/aliases: Content-Type: application/json when a body is sent',
    default: 'reject',
    means: '400',
    alternatives: [
      { value: 'ignore', tier: 'L' },
      { value: 415, tier: 'P' },
    ],
  },
  extra_fields: {
    question: 'Can answers hold fields that the document does not list?',
    source: 'Versioning: not shown',
    default: 'none',
    means: 'the documented fields only',
    alternatives: [{ value: 'one', tier: 'L' }],
  },
} as const satisfies Record<string, ChoiceRow>
