import { msOf } from '../../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../../contract/history/entry.ts'
import { timeOf } from '../../../contract/deliveries.ts'
import { problemAt, type Problem } from '../problem.ts'
import { isAnswered, operationName, type RunEntries, type JudgedRun } from './judged-run.ts'
import { doneOperation } from '../../../words/operations.ts'
import { timesOf } from '../../../text/numbers.ts'

/** The sentences of the document about refusals that pass. */
const passing = {
  outage: {
    said: '503',
    title: 'gives up on a 503',
    sentence: 'Retrying after Retry-After is correct. It normally clears in seconds.',
    source: 'Errors, rule 2',
  },
  burst: {
    said: 'a burst 429',
    title: 'gives up on a burst 429',
    sentence: 'Clears within the minute.',
    source: 'Limits, Burst',
  },
  collision: {
    said: '409',
    title: 'gives up on a 409',
    sentence: 'Retry is safe.',
    source: 'Errors, 409',
  },
} as const

type PassingRefusal = keyof typeof passing

function isPassing(call: RequestEntry): call is RequestEntry & { outcome: PassingRefusal } {
  return Object.hasOwn(passing, call.outcome)
}

/**
 * The client failed although nothing but trouble that passes stood in its way, and it had neither tried
 * so often nor for so long as it may be asked to.
 */
export function findSurrender({ observed, seen, calm, patience }: JudgedRun): Problem | undefined {
  if (observed.end !== 'failed' || calm.end !== 'passed' || !isOnlyPassing(seen)) return undefined
  const refused = seen.calls.filter(isPassing)
  const first = refused[0]
  const last = refused.at(-1)
  // Tries are counted over all calls: a client may send another request each time.
  if (!first || !last || refused.length >= patience.tries) return undefined
  if (msOf(last.real_at) - msOf(first.real_at) >= patience.ms) return undefined
  const { said, title, sentence, source } = passing[last.outcome]
  const malformed = seen.calls.find(
    ({ order, outcome }) => outcome === MALFORMED && order > first.order,
  )
  const then = malformed
    ? `sent a request that is wrong (${malformed.response.status}: ${malformed.why}), and failed`
    : 'failed'
  return problemAt('gives_up', `${last.outcome}/${operationName(last)}`, {
    pattern: malformed ? 'gives_up/malformed' : 'gives_up',
    title: `${malformed ? `fails with a ${malformed.response.status} after ${said}` : title}, when it ${doneOperation(last.operation)}`,
    what: `The client got ${said} ${timesOf(refused.length)}${malformed ? ', then' : ', and'} ${then}.`,
    sentence,
    source,
    entries: [...refused, ...(malformed ? [malformed] : [])].map(seen.idOf),
  })
}

/** A request that the client made wrong itself, such as one with an expires_at from before it waited. */
const MALFORMED = 'bad_request'

/** Is each call either answered, or refused by what passes or for itself, and did nobody change the account otherwise? */
function isOnlyPassing({ calls, actions }: RunEntries): boolean {
  return (
    calls.every(
      (call) =>
        isAnswered(call) ||
        call.outcome === MALFORMED ||
        (isPassing(call) && timeOf(call.delivery) === 0),
    ) && actions.every(({ action }) => action === 'arm_fault' || action === 'set_usage')
  )
}
