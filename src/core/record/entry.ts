import type { ApiRequest, ApiResponse } from '../../contract/history/api-message.ts'
import type { ChoiceId } from '../../contract/choices/choices.ts'
import type { KeyRefusal, RefusedValue } from '../../contract/refused-value.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import type { Delivery } from '../../contract/deliveries.ts'

/** One check of a call, passed or failed, with its numbers. */
export type CheckMade = {
  readonly check: string
  readonly passed: boolean
  readonly detail?: string | undefined
}

/**
 * Whether the caller sent the account's current key, and if not, why. `bearer` is there only if it is
 * a current or former key of the account, so that no other secret is stored.
 */
export type KeyCheck =
  | { readonly valid: true; readonly bearer: string }
  | {
      readonly valid: false
      readonly reason: KeyRefusal
      readonly why: string
      readonly bearer?: string
      /** Tells unknown keys apart without storing them: 16 bits of a hash. */
      readonly mark?: number
    }

/** Did the call send no key at all, or nothing that can be one? */
export function isKeyMissing(key: KeyCheck): boolean {
  return !key.valid && (key.reason === 'missing' || key.reason === 'malformed')
}

/** What a call did, whatever its client was told of it. */
export type Effect =
  | { readonly kind: 'created'; /** The id of the alias. */ readonly alias: string }
  | { readonly kind: 'none' }

/** Shared by all calls that changed nothing. */
export const noEffect: Effect = { kind: 'none' }

/** One call that an account received, with the reason for its response. */
export type Entry = {
  type: 'call'
  /** The place in the one order of the whole sandbox. */
  order: number
  /** Counts from 1 within an account. */
  number: number
  /** Account time of the call; shown as `at`. */
  accountMs: number
  /** Account time at which it arrived, if a step of the timeline moved the clock before it was answered. */
  arrivedMs?: number
  /** Machine time of the call; shown as `real_at`. */
  machineMs: number
  account: string
  operation: Operation | null
  request: ApiRequest
  response: ApiResponse
  delivery: Delivery
  durationMs: number
  outcome: Outcome
  /** Undefined where a history file leaves it out. */
  effect: Effect | undefined
  /** The value that the call was refused for, whatever its client was told; null if there was none. Undefined as above. */
  refused: RefusedValue | null | undefined
  checks: readonly CheckMade[]
  why: string
  basis: 'documented' | 'assumed' | 'injected'
  source: string
  choices: readonly ChoiceId[]
  fault: string | null
  /** Machine time at which the answer was sent, or given up; null until then. */
  endedMs: number | null
  /** When the answer was handed over or given up, in the order of the server's events; undefined until then. */
  handedOver?: number | undefined
  /** Had the client disconnected before its answer was ready? */
  hasClientLeft: boolean
  key: KeyCheck
  /** Speed of the account's clock relative to real time; 0 when frozen. */
  clockScale: number
}
