import type { Entry } from '../../src/core/journal.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { MACHINE_MS } from './core-sandbox.ts'

type CoreCall = {
  method?: string
  query?: string
  body?: string
  /** null: no Authorization is sent. */
  key?: string | null
  machineMs?: number
}

/** One `/v1` call without HTTP; a creation unless told otherwise. */
export function callCore(sandbox: Sandbox, asked: CoreCall = {}): Entry {
  const { method = 'POST', query = '', body = null, key = 'sandbox_default' } = asked
  const request = {
    method,
    path: '/v1/aliases',
    query,
    headers: {},
    contentType: body === null ? undefined : 'application/json',
    body,
  }
  const authorization = key === null ? undefined : `Bearer ${key}`
  return sandbox.call(request, authorization, asked.machineMs ?? MACHINE_MS)
}
