import { problemAt, type Problem } from '../problem.ts'
import { brokenRules } from './broken-rules.ts'
import { operationName, type JudgedRun } from './judged-run.ts'
import { hasWorkers, isKeptByEach } from './workers.ts'

/** Its failure is that an alias exists twice, which is a problem of its own. */
const TOLD_AS_DUPLICATE = 'looks_after_lost_response'

/** Every rule of etiquette that fails; its place is the operation of the first call that shows it. */
export function findEtiquette(run: JudgedRun): Problem[] {
  const { observed, seen } = run
  const failed = observed.report.etiquette.filter(
    ({ rule, verdict }) =>
      verdict === 'fail' &&
      rule !== TOLD_AS_DUPLICATE &&
      !(hasWorkers(run) && isKeptByEach(rule, observed)),
  )
  return failed.map(({ rule, why, expected, source, entries }) => {
    const first = seen.calls.find((call) => entries.includes(seen.idOf(call)))
    const known = brokenRules[rule]
    const place = first ? operationName(first) : 'other'
    return problemAt('etiquette', `${rule}/${place}`, {
      sentence: expected,
      source,
      ...known,
      pattern: `etiquette/${known?.pattern ?? rule}`,
      what: `${why}.`,
      entries,
    })
  })
}
