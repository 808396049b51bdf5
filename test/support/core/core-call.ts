import { timeOf } from '../../../src/contract/deliveries.ts'
import { toIso } from '../../../src/core/clock/times.ts'
import type { Connection, RequestEntry } from '../../../src/contract/history/entry.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { MACHINE_MS } from './core-sandbox.ts'

export type CoreCall = {
  method?: string
  path?: string
  query?: string
  body?: string
  contentType?: string
  unreadable?: 'too_large' | 'not_utf8'
  connection?: Connection
  /** When it arrives and its answer is handed over, in the order of the server's events. */
  order?: [arrived: number, handed_over: number]
  /** null sends no Authorization header. */
  key?: string | null
  machineMs?: number
}

/** Makes one `/v1` call without HTTP. Default: a creation. */
export function callCore(sandbox: Sandbox, requested: CoreCall = {}): RequestEntry {
  const { method = 'POST', path = '/v1/aliases', query = '', body = null } = requested
  const { key = 'sandbox_default', connection = null, order, machineMs = MACHINE_MS } = requested
  const request = {
    method,
    path,
    query,
    headers: {},
    content_type: requested.contentType ?? (body === null ? undefined : 'application/json'),
    body,
    ...(requested.unreadable && { unreadable: requested.unreadable }),
  }
  const authorization = key === null ? undefined : `Bearer ${key}`
  const entry = sandbox.call(request, authorization, {
    machineMs,
    arrived: order?.[0],
    connection,
  })
  entry.ended_at = toIso(machineMs + timeOf(entry.delivery))
  entry.handed_over = order?.[1]
  return entry
}
