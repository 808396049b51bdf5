import type { Entry } from '../../../src/core/account/journal.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { MACHINE_MS } from './core-sandbox.ts'

export type CoreCall = {
  method?: string
  path?: string
  query?: string
  body?: string
  contentType?: string
  connection?: { id: number; open: number }
  /** null: no Authorization is sent. */
  key?: string | null
  machineMs?: number
}

/** One `/v1` call without HTTP; a creation unless told otherwise. */
export function callCore(sandbox: Sandbox, asked: CoreCall = {}): Entry {
  const { method = 'POST', path = '/v1/aliases', query = '', body = null } = asked
  const { key = 'sandbox_default', connection } = asked
  const request = {
    method,
    path,
    query,
    headers: {},
    contentType: asked.contentType ?? (body === null ? undefined : 'application/json'),
    body,
    ...(connection && { connection }),
  }
  const authorization = key === null ? undefined : `Bearer ${key}`
  return sandbox.call(request, authorization, asked.machineMs ?? MACHINE_MS)
}
