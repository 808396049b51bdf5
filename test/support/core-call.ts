import type { Entry } from '../../src/core/journal.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { MACHINE_MS } from './core-sandbox.ts'

type CoreCall = { method?: string; query?: string; body?: string; key?: string; machineMs?: number }

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
  return sandbox.call(request, `Bearer ${key}`, asked.machineMs ?? MACHINE_MS)
}
