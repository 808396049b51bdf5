import type { ApiRequest, ApiResponse } from '../../contract/api-message.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { FaultKind } from '../../contract/faults.ts'
import type { Operation } from '../../contract/rules.ts'
import type { Delivery } from './delivery.ts'

export type Outcome = 'created' | 'listed' | ErrorName | FaultKind

/** One check of a call, passed or failed, with its numbers. */
export type CheckMade = {
  readonly check: string
  readonly passed: boolean
  readonly detail?: string | undefined
}

/** One call that an account received, with the reason for its response. */
export type Entry = {
  /** Counts from 1 within an account. */
  number: number
  /** Account time of the call; shown as `at`. */
  accountMs: number
  /** Machine time of the call; shown as `real_at`. */
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
  /** Did the caller use the account's own key? */
  isAuthorized: boolean
  /** Speed of the account's clock relative to real time; 0 when frozen. */
  clockScale: number
}
