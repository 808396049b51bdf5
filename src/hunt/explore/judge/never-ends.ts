import type { RequestEntry } from '../../../contract/history/entry.ts'
import { contentOf } from '../../../report/same-request.ts'
import { problemAt, type Problem } from '../problem.ts'
import { brokenRules } from './broken-rules.ts'
import { operationName, type JudgedRun } from './judged-run.ts'
import { countOf } from '../../../text/numbers.ts'

/**
 * The client called again and again, although it ends by itself when nothing goes wrong. One that was stopped while it
 * waited, for its next try or for an answer, is not accused: it may end later.
 */
export function findEndless({ observed, seen, plain }: JudgedRun): Problem | undefined {
  if (!observed.hasTooManyCalls || plain.end === 'over_time') return undefined
  const { calls } = seen
  const last = calls.at(-1)
  if (!last) return undefined
  const cause = firstAlike(calls, last)
  const loop = loopOf(cause)
  return problemAt('never_ends', `${loop}/${operationName(cause)}`, {
    pattern: `never_ends/${loop}`,
    what: `The client was stopped after ${countOf(calls.length, 'request')}, the last one answered ${saidBy(last)}.`,
    ...sentenceFor(cause),
    entries: [seen.idOf(cause)],
  })
}

/** Returns the cause of a loop: a client that takes one plan error for passing trouble takes each of them so. */
function loopOf({ outcome }: RequestEntry): string {
  return outcome.startsWith('plan_') ? 'plan' : outcome
}

/** Quotes the document on such a loop, or says what it leaves open and what a client should do. */
function sentenceFor({ outcome }: RequestEntry): Partial<Problem> {
  if (outcome === 'outage') return {} // that of the kind
  if (outcome === 'listed') {
    const { sentence, source } = brokenRules['passes_cursor_back']!
    return { sentence, source }
  }
  const ours = 'The document does not say how often to try: set a limit, and report the answer.'
  return { sentence: ours, source: '' }
}

/** The first of the calls at the end that ask for the same: what they began with tells the loop apart. */
function firstAlike(calls: readonly RequestEntry[], last: RequestEntry): RequestEntry {
  const other = calls.findLast((call) => contentOf(call) !== contentOf(last))
  return calls.find((call) => call.order > (other?.order ?? 0)) ?? last
}

function saidBy({ response, outcome }: RequestEntry): string {
  return response.status === 0 ? `nothing (${outcome})` : String(response.status)
}
