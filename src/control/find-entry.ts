import type { RequestEntry } from '../contract/history/entry.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { formatValue } from '../contract/values/invalid-choice.ts'
import type { RequestLog } from '../core/record/request-log.ts'

/** @throws ActionError 404 when the request log has no such entry, or has dropped it since. */
export function findEntry(requests: RequestLog, id: string): RequestEntry {
  const entry = requests.find(id)
  if (!entry) {
    const kept = 'a reset, or a limit, may have cleared it: see the history'
    throw new ActionError(404, `no request ${formatValue(id)} is kept (${kept})`)
  }
  return entry
}

/** The number in the id of a call. */
export function callNumber(id: string): number | undefined {
  const match = /^req_(\d{1,15})$/.exec(id)
  return match ? Number(match[1]) : undefined
}
