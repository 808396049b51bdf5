import { problemKinds, type Problem } from '../problem.ts'
import { operationName, type Judged } from './seen.ts'

/** Every rule of etiquette that fails; its place is the operation of the first call that shows it. */
export function findEtiquette({ observed, seen }: Judged): Problem[] {
  const failed = observed.report.etiquette.filter(({ verdict }) => verdict === 'fail')
  return failed.map(({ rule, why, expected, source, entries }) => {
    const first = seen.calls.find((call) => entries.includes(seen.idOf(call)))
    const place = first ? operationName(first) : 'other'
    return {
      kind: 'etiquette',
      key: `etiquette/${rule}/${place}`,
      title: problemKinds.etiquette.title,
      what: `${why}.`,
      sentence: expected,
      source,
      entries,
    }
  })
}
