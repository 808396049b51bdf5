import type { ApiRequest, KeyCheck, RequestEntry } from '../../contract/history/entry.ts'
import { operationOf } from '../../contract/operations.ts'
import type { Account } from '../account/account.ts'
import { answerCall } from '../calls/handle-call.ts'
import type { Manner } from '../calls/manner.ts'
import { toIso } from '../clock/times.ts'
import type { Arrival } from '../calls/arrival.ts'
import { recordStepsBefore } from './recording.ts'

/**
 * Answers a call of an account whose clock has been read. What its timeline says for this call comes first,
 * and may change the key, or the time.
 */
export function receiveCall(
  account: Account,
  request: ApiRequest,
  checkKey: () => KeyCheck,
  arrival: Arrival,
  manner?: Manner,
): RequestEntry {
  const arrivedMs = account.now
  recordStepsBefore(account, operationOf(request), arrival.machineMs)
  const entry = answerCall(account, request, checkKey(), arrival, manner)
  if (account.now !== arrivedMs) entry.arrived_at = toIso(arrivedMs)
  return entry
}
