import { timeOf } from '../../../src/contract/deliveries.ts'
import type { ApiRequest } from '../../../src/contract/history/api-message.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { MACHINE_MS } from './core-sandbox.ts'

export type CoreCall = {
  method?: string
  path?: string
  query?: string
  body?: string
  contentType?: string
  unreadable?: 'too_large' | 'not_utf8'
  connection?: ApiRequest['connection']
  /** When it arrives and its answer is handed over, in the order of the server's events. */
  order?: [arrived: number, handedOver: number]
  /** null sends no Authorization header. */
  key?: string | null
  machineMs?: number
}

/** Makes one `/v1` call without HTTP. Default: a creation. */
export function callCore(sandbox: Sandbox, requested: CoreCall = {}): Entry {
  const { method = 'POST', path = '/v1/aliases', query = '', body = null } = requested
  const { key = 'sandbox_default', connection, order } = requested
  const request = {
    method,
    path,
    query,
    headers: {},
    contentType: requested.contentType ?? (body === null ? undefined : 'application/json'),
    body,
    ...(requested.unreadable && { unreadable: requested.unreadable }),
    ...(order && { arrived: order[0] }),
    ...(connection && { connection }),
  }
  const authorization = key === null ? undefined : `Bearer ${key}`
  const entry = sandbox.call(request, authorization, requested.machineMs ?? MACHINE_MS)
  entry.endedMs = entry.machineMs + timeOf(entry.delivery)
  entry.handedOver = order?.[1]
  return entry
}
