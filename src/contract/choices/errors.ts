import type { ChoiceRow } from './choice-row.ts'

/** Errors: their status and shape, and the headers that let a browser read them. */
export const errorChoices = {
  missing_key: {
    question: 'What is the response to a missing or malformed Authorization header?',
    source: 'Authentication, 1 and 6: only an invalid or revoked key is mentioned',
    default: 401,
    means: '401, as for an invalid key',
    alternatives: [{ value: 400, tier: 'P' }],
  },
  key_error_shape: {
    question: 'What is the body of a 401?',
    source: 'Error body; Errors, 401: the one gives key errors a code, the other a message',
    default: 'message',
    means: '{message}',
    alternatives: [{ value: 'code', tier: 'L' }],
  },
  absent_method: {
    question: 'What is the response to PATCH, PUT or DELETE on /v1/aliases?',
    source: 'Operations that do not exist: no status is documented',
    default: 405,
    means: '405 with Allow',
    alternatives: [{ value: 404, tier: 'L' }],
  },
  message_text: {
    question: 'How are messages worded?',
    source: 'Errors: bodies contain a message; no example shows its wording',
    default: 'stable',
    means: 'one fixed wording for each error',
    alternatives: [{ value: 'varied', tier: 'L' }],
  },
  cors: {
    question: 'Can a web page of another origin call /v1?',
    source: 'not mentioned',
    default: 'off',
    means: 'no Access-Control-* header',
    alternatives: [
      { value: 'on', tier: 'P' },
      { value: 'on_exposed', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
