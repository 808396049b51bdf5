import { timeOf } from '../../contract/deliveries.ts'
import type { ApiRequest } from '../../contract/history/api-message.ts'
import { operationOf } from '../../contract/operations.ts'
import { toHistoryId } from '../../core/record/history-entry.ts'
import { recordStepsBefore } from '../../core/inputs/recording.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { refuseMissingTexts } from './missing-texts.ts'

/**
 * Makes a call of the imitated service with the key of an account; returns the id of its entry.
 * @throws ActionError 409 if what comes before the call needs sample texts that the page does not carry.
 */
export function callPage(
  sandbox: Sandbox,
  name: string,
  { method, query, body }: Pick<ApiRequest, 'method' | 'query' | 'body'>,
): string {
  const account = sandbox.account(name)
  const { key, clock } = account.state
  const contentType = body === null ? undefined : 'application/json'
  const request = {
    method,
    path: '/v1/aliases',
    query,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    contentType,
    body,
  }
  refuseMissingTexts(sandbox, account, (copy) =>
    recordStepsBefore(copy, operationOf(request), clock.machine_ms),
  )
  const entry = sandbox.call(request, `Bearer ${key.current}`, clock.machine_ms)
  entry.endedMs = entry.machineMs + timeOf(entry.delivery)
  return toHistoryId(entry)
}
