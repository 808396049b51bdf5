import { numberOf } from '../../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../../contract/history/entry.ts'
import { noEffect, type CallResult } from '../../../core/calls/call-result.ts'
import { sendAtOnce } from '../../../contract/deliveries.ts'
import {
  failureMessage,
  type Persistence,
  type PersistenceError,
} from '../../../core/persistence.ts'
import type { Sandbox } from '../../../core/sandbox.ts'

/**
 * Waits for the changes that a response of `/v1` made, or may have read. The burst counter alone is no change here;
 * it is stored with the next one.
 */
export function awaitDurable(
  persistence: Persistence,
  sandbox: Sandbox,
  entry: RequestEntry,
): Promise<void> | undefined {
  return isChange(sandbox, entry) ? persistence.commit() : persistence.pending()
}

function isChange(sandbox: Sandbox, entry: RequestEntry): boolean {
  const { effect, outcome, fault, operation } = entry
  const isFirst = numberOf(entry) === 1 // the call may have created the account
  if (fault !== null || isFirst) return true
  if (effect.kind !== 'none' || outcome === 'collision') return true
  const { state, choices } = sandbox.accountOf(entry)
  if (state.faults.length > 0) return true // faults count the calls that they skip
  return operation === 'create' && choices.daily_spend === 'attempted'
}

/** Replaces the response to a call whose change could not be stored. */
export function replaceWithFailure(entry: RequestEntry, error: PersistenceError): void {
  const message = failureMessage(error)
  // Every field that the original answer may have set, so that nothing of it is left.
  const failure: Pick<RequestEntry, keyof CallResult | 'effect' | 'refused'> = {
    effect: noEffect,
    refused: null,
    response: { status: 500, headers: {}, body: JSON.stringify({ message }) },
    delivery: sendAtOnce,
    outcome: 'server_error',
    why: message,
    basis: 'injected',
    source: 'the sandbox itself',
  }
  Object.assign(entry, failure)
}
