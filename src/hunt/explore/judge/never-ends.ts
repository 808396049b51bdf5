import { timeOf } from '../../../contract/deliveries.ts'
import type { CallEntry } from '../../../core/record/history-entry.ts'
import { contentOf } from '../../../core/report/same-request.ts'
import type { Observed } from '../client.ts'
import { problemKinds, type Problem } from '../problem.ts'
import { brokenRules } from './broken-rules.ts'
import { operationName, type Judged } from './seen.ts'
import { countOf } from '../../../text/numbers.ts'

/** The client had to be stopped, although it ends by itself when nothing goes wrong. */
export function findEndless({ observed, seen, plain }: Judged): Problem[] {
  if (observed.end !== 'over_time' || plain.end === 'over_time') return []
  const last = seen.calls.at(-1)
  if (last && !observed.hasTooManyCalls && mustStillWait(last, observed)) return []
  const cause = last && firstAlike(seen.calls, last)
  const loop = cause ? loopOf(cause) : 'start'
  return [
    {
      kind: 'never_ends',
      key: cause ? `never_ends/${loop}/${operationName(cause)}` : 'never_ends/start',
      pattern: `never_ends/${loop}`,
      title: problemKinds.never_ends.title,
      what: `The client was stopped after ${countOf(seen.calls.length, 'call')}${last ? `, the last one answered ${saidBy(last)}` : ''}.`,
      ...sentenceFor(cause),
      entries: cause ? [seen.idOf(cause)] : [],
    },
  ]
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
      return ours('The document does not say how long an answer may take: set a timeout.')
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

/** Did the last answer ask the client to wait for longer than it was left to run? */
function mustStillWait(
  { outcome, response, machineMs, delivery }: CallEntry,
  { endedMs }: Observed,
) {
  if (outcome === 'daily_cap') return true
  const waitMs = (response.retryAfterSeconds ?? 0) * 1_000
  return endedMs - machineMs < Math.max(waitMs, timeOf(delivery))
}

function saidBy({ response, outcome }: CallEntry): string {
  return response.status === 0 ? `nothing (${outcome})` : String(response.status)
}
