import { msOf } from '../../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../../contract/history/entry.ts'
import { timeOf } from '../../../contract/deliveries.ts'
import { isSuccess } from '../../../contract/operations.ts'
import { contentOf } from '../../../report/same-request.ts'
import { doneOperation } from '../../../words/operations.ts'
import { toldOutcome } from '../../../words/outcomes.ts'
import { toRoundSpan } from '../../../words/times.ts'

/** Describes a call by the client, and its path at the first time: "creates an alias (POST /v1/aliases)". */
export function doingWords(call: RequestEntry, earlier: readonly RequestEntry[]): string {
  const { operation, request } = call
  const isFirst = operation !== null && !earlier.some((each) => each.operation === operation)
  return `${stepWords(call, earlier)}${isFirst ? ` (${request.method} ${request.path})` : ''}`
}

/** Describes a call by the client: "creates the alias again". */
export function stepWords(
  { operation, request, ...call }: RequestEntry,
  earlier: readonly RequestEntry[],
): string {
  const content = contentOf({ operation, request, ...call })
  const isAgain = earlier.some((each) => contentOf(each) === content)
  if (operation === 'create' && isAgain) return 'creates the alias again'
  const again = isAgain ? ' again' : ''
  if (operation === null) return `sends ${request.method} ${request.path}${again}`
  if (operation !== 'list') return `${doneOperation(operation)}${again}`
  const isNext = /(?:^|&)last_key=/.test(request.query)
  return `lists ${isNext ? 'the next page' : 'the aliases'}${again}`
}

/** A busy machine takes so long between two calls of a client that does not wait. */
const AT_ONCE_MS = 500

/** When a call is made, after the call before it: "at once", "1 s later, 29 s too early". */
export function whenWords(call: RequestEntry, before: RequestEntry | undefined): string {
  if (!before) return ''
  const since = msOf(before.ended_at ?? before.real_at)
  const gapMs = Math.max(0, msOf(call.real_at) - since)
  const gap = gapMs < AT_ONCE_MS ? 'at once' : `${toRoundSpan(gapMs)} later`
  const askedMs = retryAfterMs(before)
  const earlyMs = askedMs - (msOf(call.real_at) - msOf(before.real_at))
  return askedMs > 0 && earlyMs > 999 ? `${gap}, ${toRoundSpan(earlyMs)} too early` : gap
}

/** The wait that an answer asked for, in milliseconds; 0 if it asked for none. */
function retryAfterMs({ response, outcome }: RequestEntry): number {
  if (outcome !== 'outage' && outcome !== 'burst') return 0
  return (response.retry_after_seconds ?? 0) * 1_000
}

/** The answer, as a sentence; empty for an answer that is what the client expects. */
export function answerWords(call: RequestEntry): string {
  const { outcome, response, delivery, held_for, client_left } = call
  const isMade = call.effect?.kind === 'created'
  if (!isSuccess(outcome)) {
    const waitSeconds = retryAfterMs(call) / 1_000
    return toldOutcome(outcome, { status: response.status, isMade, waitSeconds })
  }
  const takenMs = timeOf(delivery)
  if (held_for) {
    return client_left
      ? `Another answer comes before this one, and the client does not wait for it${isMade ? '; the alias is created all the same' : ''}.`
      : 'The answer comes after that of another request.'
  }
  if (takenMs > 0) {
    const time = toRoundSpan(takenMs)
    return client_left
      ? `The answer takes ${time}, and the client does not wait for it${isMade ? '; the alias is created all the same' : ''}.`
      : `The answer takes ${time}.`
  }
  return client_left
    ? `The client leaves before the answer${isMade ? ', after the alias was created' : ''}.`
    : ''
}
