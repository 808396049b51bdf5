import type { ChoiceRow } from './choice-row.ts'

/** Billing: what a canceled account and an ended trial become. */
export const billingChoices = {
  canceled_becomes_free: {
    question: 'Does a canceled account become a Free account?',
    source: 'Errors, 403 plan_canceled: no end is documented',
    default: 'never',
    means: 'plan_canceled stays',
    alternatives: [{ value: 'after_30_days', tier: 'P' }],
  },
  trial_end: {
    question: 'What happens at the end of a trial?',
    source: 'What the service does, Plans: nothing is charged during the trial',
    default: 'active',
    means: 'the card is charged: active, or past_due if the charge fails',
    alternatives: [
      { value: 'canceled', tier: 'P' },
      { value: 'free', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
