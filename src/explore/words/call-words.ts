import type { CallEntry } from '../../core/record/history-entry.ts'
import { contentOf } from '../../core/report/rule.ts'
import { timeWords } from './time-words.ts'

/** What the client does in a call, and where at the first time: "creates an alias (POST /v1/aliases)". */
export function doingWords(call: CallEntry, earlier: readonly CallEntry[]): string {
  const { operation, request } = call
  const isFirst = operation !== null && !earlier.some((each) => each.operation === operation)
  return `${stepWords(call, earlier)}${isFirst ? ` (${request.method} ${request.path})` : ''}`
}

/** What the client does in a call: "creates the alias again". */
export function stepWords(
  { operation, request, ...call }: CallEntry,
  earlier: readonly CallEntry[],
): string {
  const content = contentOf({ operation, request, ...call })
  const isAgain = earlier.some((each) => contentOf(each) === content)
  if (operation === 'create') return `creates ${isAgain ? 'the alias again' : 'an alias'}`
  const again = isAgain ? ' again' : ''
  if (operation !== 'list') return `calls ${request.method} ${request.path}${again}`
  const isNext = /(?:^|&)last_key=/.test(request.query)
  return `lists ${isNext ? 'the next page' : 'the aliases'}${again}`
}

/** A busy machine takes so long between two calls of a client that does not wait. */
const AT_ONCE_MS = 500

/** When a call is made, after the call before it: "at once", "1 s later, 29 s too early". */
export function whenWords(call: CallEntry, before: CallEntry | undefined): string {
  if (!before) return ''
  const since = before.endedMs ?? before.machineMs
  const gapMs = Math.max(0, call.machineMs - since)
  const gap = gapMs < AT_ONCE_MS ? 'at once' : `${timeWords(gapMs)} later`
  const askedMs = retryAfterMs(before)
  const earlyMs = askedMs - (call.machineMs - before.machineMs)
  return askedMs > 0 && earlyMs > 999 ? `${gap}, ${timeWords(earlyMs)} too early` : gap
}

/** The wait that an answer asked for, in milliseconds; 0 if it asked for none. */
function retryAfterMs({ response, outcome }: CallEntry): number {
  if (outcome !== 'outage' && outcome !== 'burst') return 0
  return (response.retryAfterSeconds ?? 0) * 1_000
}

/** What it is answered: a sentence; empty for an answer that is what the client expects. */
export function answerWords(call: CallEntry): string {
  const { outcome, response, delivery, hasClientLeft } = call
  const isMade = call.effect?.kind === 'created'
  const made = isMade ? ' after the alias was made' : ''
  switch (outcome) {
    case 'created':
    case 'listed':
      if (delivery.delayMs > 0) {
        const time = timeWords(delivery.delayMs)
        return hasClientLeft
          ? `The answer takes ${time}, and the client does not wait for it${isMade ? '; the alias is made all the same' : ''}.`
          : `The answer takes ${time}.`
      }
      return hasClientLeft
        ? `The client leaves before the answer${made && `, ${made.trim()}`}.`
        : ''
    case 'outage':
    case 'burst':
      return `The answer is ${response.status}: wait ${retryAfterMs(call) / 1_000} s.`
    case 'daily_cap':
      return 'The answer is 429 without Retry-After: the cap of the day is reached.'
    case 'collision':
      return 'The answer is 409: a retry is safe.'
    case 'invalid_key':
      return 'The answer is 401: the key is not valid.'
    case 'drop_before':
    case 'drop_after':
      return `The connection breaks ${isMade ? 'after the alias was made' : 'before the answer'}.`
    case 'hang':
      return `No answer ever comes${isMade ? ', but the alias was made' : ''}.`
    case 'truncate':
      return `The answer is cut off halfway${made}.`
    case 'garbage':
      return `The answer is ${response.status} with an HTML page, as from a proxy.`
    case 'server_error':
      return `The answer is ${response.status}${made}.`
    default:
      return `The answer is ${response.status}${codeOf(outcome)}.`
  }
}

function codeOf(outcome: string): string {
  return outcome.startsWith('plan_') ? ` ${outcome}` : ''
}
