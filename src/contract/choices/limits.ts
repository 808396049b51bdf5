import type { ChoiceRow } from './choice-row.ts'

/** Limits: which calls count, when a window opens, and what is checked first. */
export const limitChoices = {
  rejected_spend_burst: {
    question: 'Do rejected requests count toward the burst limit?',
    source: 'Limits: no example shows it; POST /v1/aliases, rule 2 counts "attempted" creations',
    default: 'admitted',
    means:
      'requests that pass the key and plan checks count (200, 400, 409, daily 429); 401, 403, burst 429 and 503 do not',
    alternatives: [
      { value: 'only_creations', tier: 'L' },
      { value: 'all', tier: 'L' },
    ],
  },
  burst_window: {
    question: 'When does a burst window start?',
    source: 'Limits, Burst: "clears within the minute"',
    default: 'first_call',
    means: '60 seconds from the first counted request',
    alternatives: [
      { value: 'clock_minute', tier: 'L' },
      { value: 'sliding', tier: 'P' },
    ],
  },
  rotation_resets_burst: {
    question: 'Does a new key start with an empty burst window?',
    source: 'Limits, Burst: per API key; rotation is not mentioned',
    default: true,
    means: 'yes',
    alternatives: [{ value: false, tier: 'P' }],
  },
  daily_spend: {
    question: 'Which creations count toward the daily cap?',
    source: 'POST /v1/aliases, rule 2: "creation also counts toward the daily cap"',
    default: 'created',
    means: 'creations answered with 200',
    alternatives: [
      { value: 'collided', tier: 'L' },
      { value: 'attempted', tier: 'P' },
    ],
  },
  check_order: {
    question: 'In which order are requests checked?',
    source: 'Errors: no example shows it',
    default: 'standard',
    means: 'key, plan, outage, burst, body, daily, draw',
    alternatives: [
      { value: 'body_first', tier: 'L' },
      { value: 'outage_first', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
