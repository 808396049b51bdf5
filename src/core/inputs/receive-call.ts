import type { ApiRequest } from '../../contract/history/api-message.ts'
import { operationOf } from '../../contract/operations.ts'
import type { Account } from '../account/account.ts'
import { answerCall } from '../calls/handle-call.ts'
import type { Manner } from '../calls/manner.ts'
import type { Entry, KeyCheck } from '../record/entry.ts'
import { recordStepsBefore } from './recording.ts'

/**
 * Answers a call of an account whose clock has been read. What its timeline says for this call comes first,
 * and may change the key, or the time.
 */
export function receiveCall(
  account: Account,
  request: ApiRequest,
  checkKey: () => KeyCheck,
  machineMs: number,
  manner?: Manner,
): Entry {
  const arrivedMs = account.now
  recordStepsBefore(account, operationOf(request), machineMs)
  const entry = answerCall(account, request, checkKey(), machineMs, manner)
  if (account.now !== arrivedMs) entry.arrivedMs = arrivedMs
  return entry
}
