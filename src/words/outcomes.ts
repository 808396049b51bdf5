import type { Outcome } from '../contract/outcomes.ts'
import { injectedFaults } from './injected-faults.ts'
import { rowOf } from './row-of.ts'
import type { OutcomeRow, AnswerFacts } from './rows.ts'

const expected = () => ''
const bare = ({ status }: AnswerFacts) => `The answer is ${status}.`
const pause = ({ status, waitSeconds }: AnswerFacts) =>
  `The answer is ${status}: wait ${waitSeconds} s.`
/** How a call can end, in words: the one table of them. */
const rows: Readonly<Record<Outcome, OutcomeRow>> = {
  created: { label: 'Alias created', told: expected },
  listed: { label: 'Aliases listed', told: expected },
  invalid_key: {
    label: 'API key not accepted',
    told: () => 'The answer is 401: the key is not valid.',
  },
  plan_required: {
    label: 'Paid plan required',
    told: () => 'The answer is 403 plan_required.',
  },
  plan_past_due: {
    label: 'Payment failed',
    told: () => 'The answer is 403 plan_past_due.',
  },
  plan_canceled: {
    label: 'Plan canceled',
    told: () => 'The answer is 403 plan_canceled.',
  },
  outage: { label: 'Service unavailable', told: pause },
  burst: { label: 'Too many requests this minute', told: pause },
  daily_cap: {
    label: 'Too many aliases today',
    told: () => 'The answer is 429 without Retry-After: the daily cap is reached.',
  },
  collision: {
    label: 'No free address found',
    told: () => 'The answer is 409: a retry is safe.',
  },
  bad_request: { label: 'Malformed request', told: bare },
  not_found: { label: 'No such address of the API', told: bare },
  method_not_allowed: { label: 'Method not offered', told: bare },
  too_large: { label: 'Request too large', told: bare },
  unsupported_media_type: { label: 'Not sent as JSON', told: bare },
  draw_collision: { label: 'Random address taken, drawn again', told: bare },
  ...injectedFaults,
}

/** `Alias created`. An outcome of a newer sandbox is shown by its name. */
export function outcomeLabel(outcome: string): string {
  return rowOf(rows, outcome)?.label ?? outcome
}

/** `The answer is 409: a retry is safe.`; "" for an answer that a client expects. */
export function toldOutcome(outcome: Outcome, answer: AnswerFacts): string {
  return rows[outcome].told(answer)
}

/** The possible bases of an answer. */
export const basisLabels = {
  documented: 'Documented',
  assumed: 'Assumed, because the API document is silent',
  injected: 'Injected by a fault or a setting',
} as const

/** The checks before a call is answered. */
const checkLabels: Readonly<Record<string, string>> = {
  key: 'API key',
  plan: 'Plan and payment',
  outage: 'Service available',
  burst: 'Requests this minute',
  daily: 'Aliases today',
  body: 'Request body',
  query: 'Query',
  request: 'Request',
  draw: 'Free address',
  fault: 'Network and servers',
}

/** `Requests this minute`. Unknown checks are shown by their name. */
export function checkLabel(check: string): string {
  return rowOf(checkLabels, check) ?? check
}
