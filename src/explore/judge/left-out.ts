import { documentedErrors } from '../../contract/errors.ts'
import type { CallEntry } from '../../core/record/history-entry.ts'
import { contentOf } from '../../core/report/rule.ts'
import { problemKinds, type Problem } from '../problem.ts'
import { creationsOf, totalOf } from './creations.ts'
import { CLOSED } from './passes-wrongly.ts'
import { isChanging, seenIn, type Judged } from './seen.ts'

/**
 * A creation was refused and never made, and the client ended well, though it makes more when nothing goes
 * wrong. One whose plan or key is refused in every call passes wrongly, which is worse.
 */
export function findLeftOut({ observed, seen, calm, isResultChecked }: Judged): Problem[] {
  if (observed.end !== 'passed' || calm.end !== 'passed') return []
  if (isResultChecked || observed.incomplete !== undefined || isChanging(seen)) return []
  const made = creationsOf(seen.calls)
  const usual = creationsOf(seenIn(calm).calls)
  if (totalOf(made) >= totalOf(usual)) return []
  const isLeftOut = (call: CallEntry) =>
    isRefused(call) && !made.has(contentOf(call)) && usual.has(contentOf(call))
  const last = seen.calls.findLast(isLeftOut)
  if (!last || seen.calls.every(({ outcome }) => CLOSED.includes(outcome))) return []
  const { sentence, source } = problemKinds.duplicate
  return [
    {
      kind: 'incomplete',
      key: 'incomplete/create',
      pattern: 'incomplete/create',
      title: 'leaves out an alias that was refused, and ends well',
      what: `Its last try to create an alias was answered with ${last.response.status}, the alias was never made, and the client ended well. When nothing goes wrong it makes more.`,
      sentence,
      source,
      entries: [seen.idOf(last)],
    },
  ]
}

const refusals: readonly string[] = documentedErrors.filter((error) => error !== 'bad_request')

function isRefused({ operation, outcome }: CallEntry): boolean {
  return operation === 'create' && refusals.includes(outcome)
}
