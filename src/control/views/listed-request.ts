import type { ListedRequest, RequestEntry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import { bodySize } from '../../core/sizes/lazy-response.ts'
import { toShown } from '../../core/record/shown.ts'
import type { IsKnown } from '../../text/mask.ts'

/** A request as the control API lists it. */
export function toListed(entry: RequestEntry, isKnown: IsKnown): ListedRequest {
  const { request, response, ...rest } = toShown(entry, isKnown)
  return {
    ...rest,
    request: { ...request, body: readable(request.body) },
    response: { ...response, body: readable(response.body) },
  }
}

/** Is the entry too large for the event stream? */
export function isLargeEntry({ request, response }: RequestEntry): boolean {
  const bytes = (request.body?.length ?? 0) + bodySize(response)
  return bytes > limits.callBytes.value
}

/** Replaces an entry that is too large for the event stream. */
export function toEntryNotice({ id, account }: RequestEntry) {
  return { id, account, too_large: true as const }
}

/** Parses a body as JSON, or returns the text if that fails or exceeds the limits. */
function readable(body: string | null): unknown {
  if (!body) return null
  const parsed = parseJson(body)
  return parsed.ok ? parsed.value : body
}
