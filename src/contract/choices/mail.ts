import type { ChoiceRow } from './choice-row.ts'

/** Mail: the document says that it is forwarded, and not what a sender hears. */
export const mailChoices = {
  mail_address: {
    question: 'Which spellings of an address reach its alias?',
    source: 'Alias, address: nothing says how it is compared',
    default: 'relaxed',
    means: 'upper case, and +anything before the @, make no difference',
    alternatives: [{ value: 'exact', tier: 'L' }],
  },
  mail_to_unknown: {
    question: 'What does the sender of a mail to no alias hear, or to one that is gone?',
    source: 'What the service does: forwards mail to a generated address; no refusal is described',
    default: 'reject',
    means: 'SMTP 550 5.1.1',
    alternatives: [{ value: 'drop', tier: 'L' }],
  },
  mail_to_suspended: {
    question: 'What does the sender of a mail to a suspended alias hear?',
    source: 'States and transitions: "Forwarding stops immediately"',
    default: 'reject',
    means: 'SMTP 550 5.7.1',
    alternatives: [
      { value: 'drop', tier: 'L' },
      { value: 'defer', tier: 'P' },
    ],
  },
  mail_over_allowance: {
    question: 'What does a sender hear once the allowance of the month is used up?',
    source: 'Limits, Account forwarding limits: nothing says what happens beyond them',
    default: 'defer',
    means: 'SMTP 452 4.2.2',
    alternatives: [
      { value: 'reject', tier: 'L' },
      { value: 'drop', tier: 'P' },
    ],
  },
  mail_when_unpaid: {
    question: 'Is mail forwarded while a payment is overdue, or once the account is canceled?',
    source: 'States and transitions: only the API is said to be closed',
    default: 'forward',
    means: 'yes',
    alternatives: [
      { value: 'reject', tier: 'L' },
      { value: 'drop', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
