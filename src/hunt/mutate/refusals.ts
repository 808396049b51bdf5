import type { Outcome } from '../../contract/outcomes.ts'

type RefusalTest = {
  /** Shows the refusal to the first creation of a client; null: the request alone decides. */
  readonly scenario: string | null
  /** The steps and the expectation of a test, without a subject and a full stop. */
  readonly test: string
}

/** The way in which a test meets each documented refusal, and what it expects of the client there. */
export const refusals = {
  invalid_key: {
    scenario: 'key_revoked',
    test: 'use a revoked key (key_revoked), and expect that the client says that the key is wrong',
  },
  plan_required: {
    scenario: 'free',
    test: 'use an account on Free (free), and expect that the client says what it needs',
  },
  plan_past_due: {
    scenario: 'past_due',
    test: 'use an account that owes a payment (past_due), and expect that the client says what it needs',
  },
  plan_canceled: {
    scenario: 'canceled',
    test: 'use a canceled account (canceled), and expect that the client says what it needs',
  },
  outage: {
    scenario: 'outage_blip',
    test: 'meet a 503 (outage_blip), and expect that the client gets through after the pause',
  },
  burst: {
    scenario: 'burst_exceeded',
    test: 'meet the burst limit (burst_exceeded), and expect that the client gets through after the pause',
  },
  daily_cap: {
    scenario: 'daily_cap_reached',
    test: 'create at the daily cap (daily_cap_reached), and expect that the client says when it works again',
  },
  collision: {
    scenario: 'collision',
    test: 'meet a collision (collision), and expect that the client tries again and gets an alias',
  },
  bad_request: {
    scenario: null,
    test: 'send what the document refuses, and expect that the client says so after one request',
  },
} as const satisfies Partial<Record<Outcome, RefusalTest>>

export type Refusal = keyof typeof refusals

/** The scenario that shows an outcome, if there is one. */
export function scenarioOf(outcome: Outcome): string | null {
  return outcome in refusals ? refusals[outcome as Refusal].scenario : null
}
