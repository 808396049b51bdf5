import type { ApiResponse } from '../../contract/history/api-message.ts'
import type { Delivery } from '../../contract/deliveries.ts'
import type { Outcome } from '../../contract/outcomes.ts'

/** The response to a call and the reason for it, before both go into the journal. */
export type CallResult = {
  outcome: Outcome
  response: ApiResponse
  delivery: Delivery
  why: string
  source: string
  basis: 'documented' | 'assumed' | 'injected'
}
