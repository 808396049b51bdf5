import type { CallEntry } from '../../../core/record/history-entry.ts'
import { contentOf } from '../../../core/report/same-request.ts'
import type { Observed } from '../client.ts'
import { problemKinds, type Problem } from '../problem.ts'
import { SILENCE_MS } from '../run-limits.ts'
import { brokenRules } from './broken-rules.ts'
import { operationName, type Judged } from './seen.ts'
import { countOf } from '../../../text/numbers.ts'

/**
 * The client called again and again, or waited for an answer that never came, although it ends by itself when nothing
 * goes wrong. One that was stopped while it waited for its next try is not accused: it may end later.
 */
export function findEndless({ observed, seen, plain }: Judged): Problem[] {
  if (observed.end !== 'over_time' || plain.end === 'over_time') return []
  const { calls } = seen
  const unanswered = calls.findLast((call) => hasWaited(call, observed))
  const last = observed.hasTooManyCalls ? calls.at(-1) : unanswered
  const cause = last && firstAlike(calls, last)
  if (!cause) return []
  const loop = loopOf(cause)
  const stopped = `The client was stopped after ${countOf(calls.length, 'call')}`
  return [
    {
      kind: 'never_ends',
      key: `never_ends/${loop}/${operationName(cause)}`,
      pattern: `never_ends/${loop}`,
      title: observed.hasTooManyCalls
        ? problemKinds.never_ends.title
        : `waits for an answer for more than ${SILENCE_MS / 1_000} s`,
      what: observed.hasTooManyCalls
        ? `${stopped}, the last one answered ${saidBy(last)}.`
        : `${stopped}: it had waited ${SILENCE_MS / 1_000} s for an answer that did not come. Nobody knows whether it would have given up later.`,
      ...sentenceFor(cause),
      entries: [seen.idOf(cause)],
    },
  ]
}

/** Did the client wait for an answer until it was stopped? */
function hasWaited({ delivery, endedMs, machineMs }: CallEntry, observed: Observed): boolean {
  return delivery.kind === 'hang' && (endedMs ?? observed.endedMs) - machineMs >= SILENCE_MS
}

/** What the loop is about: a client that takes one plan error for passing trouble takes each of them so. */
function loopOf({ outcome }: CallEntry): string {
  return outcome.startsWith('plan_') ? 'plan' : outcome
}

/** What the document says about such a loop; else what it does not say, and what a client should do. */
function sentenceFor(cause: CallEntry | undefined): Pick<Problem, 'sentence' | 'source'> {
  switch (cause?.outcome) {
    case 'outage':
      return pick(problemKinds.never_ends)
    case 'listed':
      return pick(brokenRules['passes_cursor_back']!)
    case 'hang':
      return ours(
        `The document does not say how long an answer may take: set a timeout of at most ${SILENCE_MS / 1_000} s.`,
      )
    default:
      return ours('The document does not say how often to try: set a limit, and report the answer.')
  }
}

function pick({ sentence, source }: Pick<Problem, 'sentence' | 'source'>) {
  return { sentence, source }
}

function ours(sentence: string) {
  return { sentence, source: '' }
}

/** The first of the calls at the end that ask for the same: what they began with tells the loop apart. */
function firstAlike(calls: readonly CallEntry[], last: CallEntry): CallEntry {
  const other = calls.findLast((call) => contentOf(call) !== contentOf(last))
  return calls.find((call) => call.order > (other?.order ?? 0)) ?? last
}

function saidBy({ response, outcome }: CallEntry): string {
  return response.status === 0 ? `nothing (${outcome})` : String(response.status)
}
