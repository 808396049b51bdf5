/** The numbers of the API document, each with its section. */

const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
export const DAY_MS = DAY_SECONDS * SECOND_MS

export const plans = ['free', 'plus', 'pro'] as const
export const paidPlans = ['plus', 'pro'] as const
export const cycles = ['monthly', 'yearly'] as const
export const cards = ['good', 'declined'] as const
export const billings = ['active', 'trialing', 'past_due', 'canceled'] as const
export const keyStatuses = ['active', 'revoked', 'rotated'] as const

export type Plan = (typeof plans)[number]
export type PaidPlan = (typeof paidPlans)[number]
export type Cycle = (typeof cycles)[number]
export type KeyStatus = (typeof keyStatuses)[number]

export const rules = {
  /** Limits, Burst: requests per minute and API key; every call counts. */
  burst: { limit: 60, windowSeconds: 60, source: 'Limits, Burst' },
  /** Limits, Daily alias creation cap: per plan; resets at 00:00 UTC. */
  daily: { free: 0, plus: 50, pro: 200, source: 'Limits, Daily alias creation cap' },
  /** Limits, limit parameter. */
  page: { min: 1, max: 100, source: 'Limits, limit parameter' },
  /** Limits, expires_at: seconds from now, both bounds allowed. */
  expiry: { minSeconds: 300, maxSeconds: 366 * DAY_SECONDS, source: 'Limits, expires_at' },
  /** POST /v1/aliases, rule 1: draws before the response is a collision. */
  draws: { attempts: 3, source: 'POST /v1/aliases, rule 1' },
  /** Errors, 503: Retry-After in seconds. */
  outage: { retry_after_seconds: 30, source: 'Errors, 503' },
  /** "What the service does": one free trial per account. */
  trial: { days: 7, source: 'What the service does, Plans' },
  /** "What the service does": US dollars per cycle. */
  prices: {
    plus: { monthly: 2, yearly: 20 },
    pro: { monthly: 4, yearly: 36 },
    source: 'What the service does, Plans',
  },
  /** Limits, Account forwarding limits: messages per month. */
  forwards: { free: 100, plus: 2_500, pro: 15_000, source: 'Limits, Account forwarding limits' },
  /** Limits: what referrals can add to the Free allowance. */
  referralBonus: { max: 100, source: 'Limits, Referral bonuses' },
} as const
