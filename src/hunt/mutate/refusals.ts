import type { Outcome } from '../../contract/outcomes.ts'

const SAYS_NEED = 'the client says what it needs'
const GETS_THROUGH = 'the client gets through after the pause'

/**
 * The scenario that shows each documented refusal to the first creation of a client, null where the request alone decides;
 * the steps of a test, and what it expects.
 */
const rows = {
  invalid_key: ['key_revoked', 'use a revoked key', 'the client says that the key is wrong'],
  plan_required: ['free', 'use an account on Free', SAYS_NEED],
  plan_past_due: ['past_due', 'use an account that owes a payment', SAYS_NEED],
  plan_canceled: ['canceled', 'use a canceled account', SAYS_NEED],
  outage: ['outage_blip', 'meet a 503', GETS_THROUGH],
  burst: ['burst_exceeded', 'meet the burst limit', GETS_THROUGH],
  daily_cap: [
    'daily_cap_reached',
    'create at the daily cap',
    'the client says when it works again',
  ],
  collision: ['collision', 'meet a collision', 'the client tries again and gets an alias'],
  bad_request: [null, 'send what the document refuses', 'the client says so after one request'],
} as const satisfies Partial<Record<Outcome, readonly [string | null, string, string]>>

export type Refusal = keyof typeof rows
export const refusals = Object.keys(rows) as Refusal[]

/** The steps and the expectation of a test, without a subject and a full stop. */
export function testOf(outcome: Refusal): string {
  const [scenario, steps, expected] = rows[outcome]
  return `${steps}${scenario === null ? '' : ` (${scenario})`}, and expect that ${expected}`
}

/** The scenario that shows an outcome, if there is one. */
export function scenarioOf(outcome: Outcome): string | null {
  return outcome in rows ? rows[outcome as Refusal][0] : null
}
