import { timeOf } from '../../contract/deliveries.ts'
import type { ApiRequest } from '../../contract/history/entry.ts'
import { operationOf } from '../../contract/operations.ts'
import { toIso } from '../../core/clock/times.ts'
import { inProcess } from '../../core/calls/arrival.ts'
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
    content_type: contentType,
    body,
  }
  refuseMissingTexts(sandbox, account, (copy) =>
    recordStepsBefore(copy, operationOf(request), clock.machine_ms),
  )
  const entry = sandbox.call(request, `Bearer ${key.current}`, inProcess(clock.machine_ms))
  entry.ended_at = toIso(clock.machine_ms + timeOf(entry.delivery))
  return entry.id
}
