import type { ApiRequest } from '../../contract/history/api-message.ts'
import { toHistoryId } from '../../core/record/history-entry.ts'
import type { Sandbox } from '../../core/sandbox.ts'

/** Makes a call of the imitated service with the key of an account; returns the id of its entry. */
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
  const entry = sandbox.call(request, `Bearer ${key.current}`, clock.machine_ms)
  entry.endedMs = entry.machineMs + entry.delivery.delayMs
  entry.answer = entry.number
  return toHistoryId(entry)
}
