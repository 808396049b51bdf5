import type { Coverable } from '../../../contract/outcomes.ts'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { rowOf } from '../../../words/row-of.ts'
import type { Account } from '../../service/types.ts'

/** An action of the control API with its arguments. */
export type SituationStep = readonly [action: string, args?: object]

/** A way to bring about a situation that the client has not met yet. */
export type Situation = {
  /** The tester's next action. */
  next: string
  /** Absent if only the client can bring it about, by a call of its own. */
  cause?: {
    button: string
    /** The effect of the button, as a sentence. */
    does: string
    steps: (account: Account) => readonly SituationStep[]
    /** Whether the next call meets it already. */
    isReady: (account: Account) => boolean
    /** Why the button cannot work now. */
    refused?: (account: Account) => string | undefined
  }
}

/** The outcomes that every call can meet first; the later checks are not reached then. */
const GATES = ['invalid_key', 'plan_required', 'plan_canceled', 'plan_past_due', 'outage']

/** The calls of this account are refused for another reason before the situation can be met. */
function gateOf({ next_call: { list } }: Account): string | undefined {
  if (!GATES.includes(list.outcome)) return undefined
  return `Every call is refused before that now: ${outcomeLabel(list.outcome)}.`
}

function badKey({ next_call: { list } }: Account): string | undefined {
  return list.outcome === 'invalid_key'
    ? 'Every call is refused before that now: API key not accepted.'
    : undefined
}

const isNext = (operation: 'create' | 'list', outcome: string) => (account: Account) =>
  account.next_call[operation].outcome === outcome

const hasNoPlan = ({ plan, billing }: Account) => plan === 'free' || billing === 'canceled'

/** More than one page of the default size. */
const ALIASES_OF_PAGES = 50
const FIRST_PAGE = 20

const works: Situation['cause'] = {
  button: 'Make calls work now',
  does: 'Ends what refuses calls: faults, an unpaid plan, a revoked key, limits.',
  isReady: ({ next_call: { create, list } }) => create.status === 200 && list.status === 200,
  steps: (account) => {
    const { usage, billing } = account
    const isUsedUp = ({ used, limit }: { used: number; limit: number | null }) =>
      limit !== null && used >= limit
    const steps: SituationStep[] = []
    if (account.faults.length > 0) steps.push(['clear_faults'])
    if (billing === 'past_due') steps.push(['settle_invoice'])
    if (hasNoPlan(account)) steps.push(['subscribe', { plan: 'plus', cycle: 'monthly' }])
    if (isNext('list', 'invalid_key')(account)) steps.push(['rotate_key'])
    // The limits of an account without a plan are not those that count afterwards.
    if (hasNoPlan(account)) return steps
    if (isUsedUp(usage.burst)) steps.push(['set_usage', { burst: 0 }])
    if (isUsedUp(usage.daily)) steps.push(['set_usage', { daily: 0 }])
    return steps
  },
}

/** By the outcomes of the report, and the fault that a rule is about. Real causes come before faults. */
export const situations: Readonly<Record<Coverable | 'drop_after', Situation>> = {
  created: { next: 'Create an alias with your client.', cause: works },
  listed: { next: 'List the aliases with your client.', cause: works },
  invalid_key: {
    next: 'Make a call with the old key: it gets 401. Overview shows the new one.',
    cause: {
      button: 'Replace the key now',
      does: 'Makes a new API key; the one that your client has stops working.',
      steps: () => [['rotate_key']],
      isReady: (account) =>
        account.api_key !== account.first_key || isNext('list', 'invalid_key')(account),
      refused: ({ plan }) =>
        plan === 'free' ? 'A Free account cannot make API keys: buy a plan first.' : undefined,
    },
  },
  plan_required: {
    next: 'Make a call with your client: it gets 403 plan_required. Undo brings the plan back.',
    cause: {
      button: 'Move to Free now',
      does: 'Moves the account to Free, which has no API.',
      steps: () => [['set_account', { plan: 'free', billing: 'active' }]],
      isReady: isNext('list', 'plan_required'),
      refused: badKey,
    },
  },
  plan_past_due: {
    next: 'Make a call with your client: it gets 403 plan_past_due, until the invoice is settled on Overview.',
    cause: {
      button: 'Fail the payment now',
      does: 'Lets a payment fail.',
      steps: ({ billing }) => [
        // In a trial nothing is charged yet.
        billing === 'trialing' ? ['set_account', { billing: 'past_due' }] : ['fail_payment'],
      ],
      isReady: isNext('list', 'plan_past_due'),
      refused: (account) =>
        hasNoPlan(account) ? 'No plan is paid: buy one on Overview first.' : badKey(account),
    },
  },
  plan_canceled: {
    next: 'Make a call with your client: it gets 403 plan_canceled. Undo brings the plan back.',
    cause: {
      button: 'Cancel the plan now',
      does: 'Cancels the plan.',
      steps: () => [['cancel_subscription']],
      isReady: isNext('list', 'plan_canceled'),
      refused: (account) =>
        hasNoPlan(account) ? 'There is no plan to cancel: buy one first.' : badKey(account),
    },
  },
  outage: {
    next: 'Make a call with your client: it gets 503 with Retry-After 30.',
    cause: {
      button: 'Cause an outage now',
      does: 'Makes the service unavailable for the next call.',
      steps: () => [['arm_fault', { kind: 'outage', times: 1 }]],
      isReady: isNext('list', 'outage'),
      refused: gateOf,
    },
  },
  burst: {
    next: 'Make a call with your client: it gets 429 with a Retry-After of at most 20.',
    cause: {
      button: 'Reach the burst limit now',
      does: 'Uses up the calls of this minute; 20 seconds later they are free again.',
      steps: ({ usage }) => [['set_usage', { burst: usage.burst.limit, burst_resets_in: '20s' }]],
      isReady: isNext('list', 'burst'),
      refused: (account) =>
        account.usage.burst.limit === null
          ? 'This account may make any number of calls a minute.'
          : gateOf(account),
    },
  },
  daily_cap: {
    next: 'Create an alias with your client: it gets 429 without Retry-After, until 00:00 UTC.',
    cause: {
      button: 'Reach the daily limit now',
      does: 'Uses up the aliases of today.',
      steps: ({ usage }) => [['set_usage', { daily: usage.daily.limit }]],
      isReady: isNext('create', 'daily_cap'),
      refused: (account) =>
        account.usage.daily.limit === null
          ? 'This account may create any number of aliases a day.'
          : gateOf(account),
    },
  },
  collision: {
    next: 'Create an alias with your client: it gets 409. Creating it again works.',
    cause: {
      button: 'Cause a 409 now',
      does: 'The next three random addresses are taken already.',
      steps: () => [['arm_fault', { kind: 'draw_collision', times: 3 }]],
      isReady: isNext('create', 'collision'),
      refused: gateOf,
    },
  },
  bad_request: { next: 'Create an alias with an expires_at in the past: it gets 400.' },
  created_with_expiry: {
    next: 'Create an alias with an expires_at, in seconds: 5 minutes to 366 days ahead.',
  },
  created_single_use: { next: 'Create an alias with single_use: true.' },
  listed_with_limit: { next: 'List the aliases with a limit, such as ?limit=5.' },
  listed_next_page: {
    next: 'List the aliases with your client, and follow next_cursor to the last page.',
    cause: {
      button: 'Make a second page now',
      does: `Adds ${ALIASES_OF_PAGES} sample aliases.`,
      steps: () => [['populate_aliases', { count: ALIASES_OF_PAGES }]],
      isReady: ({ aliases }) => aliases > FIRST_PAGE,
    },
  },
  drop_after: {
    next: 'Create an alias with your client, and see what it does next.',
    cause: {
      button: 'Lose an answer now',
      does: 'The next creation takes effect, but its answer is lost.',
      steps: () => [['arm_fault', { kind: 'drop_after', operation: 'create', times: 1 }]],
      isReady: isNext('create', 'drop_after'),
    },
  },
}

/** How to meet an outcome of the report; undefined for one that the document does not have. */
export function situationOf(outcome: string): Situation | undefined {
  return rowOf(situations, outcome)
}
