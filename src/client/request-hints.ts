import { SandboxError } from './error.ts'
import type { ListedRequest } from './types.ts'

/** Lets the commonest wrong guess, `request.status`, say where the status is; undefined would fail an assertion unexplained. */
export function withHints(requests: ListedRequest[]): ListedRequest[] {
  for (const request of requests) Object.defineProperty(request, 'status', { get: refuseStatus })
  return requests
}

function refuseStatus(): never {
  const message = 'a request has no status; write response.status for that of its answer'
  throw new SandboxError('bad_argument', message, { field: 'status' })
}
