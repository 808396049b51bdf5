import type { ApiRequest, ApiResponse } from '../../contract/api-message.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { FaultKind } from '../../contract/faults.ts'
import type { Operation } from '../../contract/rules.ts'
import type { Delivery } from './delivery.ts'

export type Outcome = 'created' | 'listed' | ErrorName | FaultKind

/** One step that a call passed, or did not, with its numbers. */
export type CheckMade = {
  readonly check: string
  readonly passed: boolean
  readonly detail?: string | undefined
}

/** One call that an account received, with the reason for its answer. */
export type Entry = {
  /** Counts from 1 in each account. */
  number: number
  /** Where the account's clock stood; shown as `at`. */
  accountMs: number
  /** Where the machine's clock stood; shown as `real_at`. */
  machineMs: number
  account: string
  operation: Operation | null
  request: ApiRequest
  response: ApiResponse
  delivery: Delivery
  durationMs: number
  outcome: Outcome
  checks: readonly CheckMade[]
  why: string
  basis: 'documented' | 'assumed' | 'injected'
  source: string
  choices: readonly ChoiceId[]
  fault: string | null
  /** Was the key the account's own? */
  isAuthorized: boolean
  /** How much faster than real time the account's clock ran; 0 when it stood. */
  clockScale: number
}
