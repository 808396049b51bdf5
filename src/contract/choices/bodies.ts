import type { ChoiceRow } from './choice-row.ts'

/** The bodies of requests and responses: texts, types, null and unlisted fields. */
export const bodyChoices = {
  text_limit: {
    question: 'How long can a free-text field be, in code points?',
    source: 'Alias, rule 3: no example shows it',
    default: 'none',
    means: 'limited only by the size of the body',
    alternatives: [{ value: 255, tier: 'L' }],
  },
  text_type: {
    question: 'What happens if label, note, source or category is not a string?',
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
    question: 'What happens to a body field or query parameter that the document does not list?',
    source: 'Endpoints: not mentioned',
    default: 'ignore',
    means: 'it is ignored, and noted in its entry',
    alternatives: [{ value: 'reject', tier: 'P' }],
  },
  content_type: {
    question: 'What happens if a body has no JSON content type?',
    source: 'POST /v1/aliases: Content-Type: application/json when a body is sent',
    default: 'reject',
    means: '400',
    alternatives: [
      { value: 'ignore', tier: 'L' },
      { value: 415, tier: 'P' },
    ],
  },
  extra_fields: {
    question: 'Can responses contain fields that the document does not list?',
    source: 'Versioning: no example shows it',
    default: 'none',
    means: 'the documented fields only',
    alternatives: [{ value: 'one', tier: 'L' }],
  },
} as const satisfies Record<string, ChoiceRow>
