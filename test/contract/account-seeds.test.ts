import { expect, it } from 'vitest'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// The fields of an account in a scenario must be consistent: each date belongs to a billing state.

it.each([
  [{}],
  [{ plan: 'free' }],
  [{ plan: 'free', billing: 'active' }],
  [{ plan: 'plus', billing: 'trialing' }],
  [{ plan: 'pro', billing: 'trialing', cycle: 'yearly', trial_ends_at: '+1h' }],
  [{ trial_ends_at: '+1h' }],
  [{ billing: 'trialing', trial_ends_at: '+1h' }],
  [{ billing: 'active', cycle: 'monthly', renews_at: '+1h' }],
  [{ billing: 'past_due', card: 'declined', renews_at: '+1h' }],
  [{ plan: 'pro', key: 'revoked', card: 'good', trial_used: true, renews_at: 1_800_000_000 }],
  [{ billing: 'canceled', key: 'rotated' }],
])('an account can start as %j', (account) => {
  expect(refusalsOf(checkScenario({ account }))).toEqual([])
})

const renewal = 'account.renews_at requires a paid plan with billing active or past_due'

const noCard = '"Free costs $0 and needs no card"'
const oneTrial = '"Plus and Pro come with one 7-day free trial per account"'

it.each<[account: object, ...sentences: string[]]>([
  // States that a sentence of the document rules out.
  [
    { plan: 'free', billing: 'trialing' },
    `account.billing must not be trialing with plan free: ${oneTrial}`,
  ],
  [
    { plan: 'free', billing: 'past_due' },
    `account.billing must not be past_due with plan free: ${noCard}`,
  ],
  [
    { plan: 'free', billing: 'canceled' },
    `account.billing must not be canceled with plan free: ${noCard}`,
  ],
  [
    { billing: 'trialing', trial_used: false },
    `account.trial_used must not be false with billing trialing: ${oneTrial}`,
  ],
  [
    { billing: 'past_due', trial_ends_at: '+1h' },
    'account.trial_ends_at requires billing trialing (got past_due)',
  ],
  [{ plan: 'free', renews_at: '+1h' }, renewal],
  [{ billing: 'trialing', renews_at: '+1h' }, renewal],
  [{ billing: 'canceled', renews_at: '+1h' }, renewal],
  [
    { billing: 'canceled', trial_ends_at: '+1h', renews_at: '+1h' },
    'account.trial_ends_at requires billing trialing (got canceled)',
    renewal,
  ],
  [{ card: 'god' }, 'account.card must be one of good, declined (got "god"; did you mean "good"?)'],
  // contradictions are reported once each field is valid by itself
  [
    { plan: 'free', billing: 'trialing', card: 1 },
    'account.card must be one of good, declined (got 1)',
  ],
])('an account cannot start as %j', (account, ...sentences) => {
  expect(refusalsOf(checkScenario({ account }))).toEqual(sentences)
})
