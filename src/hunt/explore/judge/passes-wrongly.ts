import { problemAt, problemKinds, type Problem } from '../problem.ts'
import { brokenRules } from './broken-rules.ts'
import { isAnswered, operationName, seenIn, type JudgedRun } from './judged-run.ts'
import { countOf } from '../../../text/numbers.ts'

/** Refusals of every call, by the plan or the key. */
export const CLOSED: readonly string[] = [
  'plan_required',
  'plan_past_due',
  'plan_canceled',
  'invalid_key',
]

/** Every call was refused by plan or key, and the client ended as if all were well. */
export function findPassedWrongly({ observed, seen, plain }: JudgedRun): Problem | undefined {
  if (observed.end !== 'passed' || observed.incomplete !== undefined) return undefined
  const { calls } = seen
  const first = calls[0]
  if (!first || !calls.every(({ outcome }) => CLOSED.includes(outcome))) return undefined
  if (plain.end !== 'passed' || !seenIn(plain).calls.some(isAnswered)) return undefined
  const { sentence, source } =
    first.outcome === 'invalid_key' ? brokenRules['no_loop_on_401']! : problemKinds.passes_wrongly
  const all =
    calls.length === 1 ? 'Its only request was' : `All ${countOf(calls.length, 'request')} were`
  return problemAt('passes_wrongly', operationName(first), {
    pattern: 'passes_wrongly',
    what: `${all} refused with ${first.response.status}, and the client ended well.`,
    sentence,
    source,
    entries: calls.slice(0, 10).map(seen.idOf),
  })
}
