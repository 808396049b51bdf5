import type { Coverable } from '../../../contract/outcomes.ts'
import { rowOf } from '../../../words/row-of.ts'
import type { Account } from '../../service/types.ts'

/** An action of the control API with its arguments. */
export type SituationStep = readonly [action: string, args?: object]

/** A way to bring about a situation that the client has not met yet. */
export type Situation = {
  /** The client's next request. */
  next: string
  /** Absent if only the client can bring it about, by a request of its own. */
  cause?: { button: string; steps: (account: Account) => readonly SituationStep[] }
}

const hasNoPlan = ({ plan, billing }: Account) => plan === 'free' || billing === 'canceled'
const isUsedUp = ({ used, limit }: { used: number; limit: number | null }) =>
  limit !== null && used >= limit

/** Ends what refuses requests: faults, an unpaid plan, a revoked key, limits. */
const works: Situation['cause'] = {
  button: 'Make requests work',
  steps: (account) => {
    const { usage, billing, next_call: next } = account
    const steps: SituationStep[] = []
    if (account.faults.length > 0) steps.push(['clear_faults'])
    if (billing === 'past_due') steps.push(['settle_invoice'])
    if (hasNoPlan(account)) steps.push(['subscribe', { plan: 'plus', cycle: 'monthly' }])
    if (next.list.outcome === 'invalid_key') steps.push(['rotate_key'])
    // The limits of an account without a plan are not those that count afterwards.
    if (hasNoPlan(account)) return steps
    if (isUsedUp(usage.burst)) steps.push(['set_usage', { burst: 0 }])
    if (isUsedUp(usage.daily)) steps.push(['set_usage', { daily: 0 }])
    return steps
  },
}

/** By the outcomes of the report, and the fault that a rule is about. Real causes come before faults. */
export const situations: Readonly<Record<Coverable | 'drop_after', Situation>> = {
  created: { next: 'Create an alias.', cause: works },
  listed: { next: 'List the aliases.', cause: works },
  invalid_key: {
    next: 'A request with the old key gets 401; Connect shows the new key.',
    cause: { button: 'Replace the key', steps: () => [['rotate_key']] },
  },
  plan_required: {
    next: 'Any request gets 403, until the account has a plan again.',
    cause: {
      button: 'Move to Free',
      steps: () => [['set_account', { plan: 'free', billing: 'active' }]],
    },
  },
  plan_past_due: {
    next: 'Any request gets 403, until the invoice is settled.',
    cause: {
      button: 'Let a payment fail',
      steps: ({ billing }) => [
        // In a trial nothing is charged yet.
        billing === 'trialing' ? ['set_account', { billing: 'past_due' }] : ['fail_payment'],
      ],
    },
  },
  plan_canceled: {
    next: 'Any request gets 403, until a plan is bought.',
    cause: { button: 'Cancel the plan', steps: () => [['cancel_subscription']] },
  },
  outage: {
    next: 'The next request gets 503 with Retry-After.',
    cause: {
      button: 'Cause an outage',
      steps: () => [['arm_fault', { kind: 'outage', times: 1 }]],
    },
  },
  burst: {
    next: 'The next request gets 429 with a Retry-After of at most 20.',
    cause: {
      button: 'Reach the limit of this minute',
      steps: ({ usage }) => [['set_usage', { burst: usage.burst.limit, burst_resets_in: '20s' }]],
    },
  },
  daily_cap: {
    next: 'The next creation gets 429 without Retry-After, until 00:00 UTC.',
    cause: {
      button: 'Reach the limit of today',
      steps: ({ usage }) => [['set_usage', { daily: usage.daily.limit }]],
    },
  },
  collision: {
    next: 'The next creation gets 409; the one after that works.',
    cause: {
      button: 'Cause a 409',
      steps: () => [['arm_fault', { kind: 'draw_collision', times: 3 }]],
    },
  },
  bad_request: { next: 'Create an alias with an expires_at in the past: it gets 400.' },
  created_with_expiry: {
    next: 'Create an alias with an expires_at, in seconds: 5 minutes to 366 days ahead.',
  },
  created_single_use: { next: 'Create an alias with single_use: true.' },
  listed_with_limit: { next: 'List the aliases with a limit, such as ?limit=5.' },
  listed_next_page: {
    next: 'List the aliases, and follow next_cursor to the last page.',
    cause: {
      button: 'Make a second page',
      steps: () => [['populate_aliases', { count: 50 }]],
    },
  },
  drop_after: {
    next: 'The next creation takes effect, but its answer is lost.',
    cause: {
      button: 'Lose an answer',
      steps: () => [['arm_fault', { kind: 'drop_after', operation: 'create', times: 1 }]],
    },
  },
}

/** The way to meet an outcome of the report; undefined for one that the document does not have. */
export function situationOf(outcome: string): Situation | undefined {
  return rowOf(situations, outcome)
}
