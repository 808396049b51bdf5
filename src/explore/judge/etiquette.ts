import type { CallEntry } from '../../core/record/history-entry.ts'
import { problemKinds, type Problem } from '../problem.ts'
import { brokenRules } from './broken-rules.ts'
import { operationName, seenIn, type Judged } from './seen.ts'

/** Every rule of etiquette that fails; its place is the operation of the first call that shows it. */
export function findEtiquette({ observed, seen, plain }: Judged): Problem[] {
  const isPool = hasWorkers(seen.calls) || hasWorkers(seenIn(plain).calls)
  const failed = observed.report.etiquette.filter(
    ({ verdict, entries }) =>
      verdict === 'fail' &&
      !(isPool && isAtOnce(seen.calls.filter((call) => entries.includes(seen.idOf(call))))),
  )
  return failed.map(({ rule, why, expected, source, entries }) => {
    const first = seen.calls.find((call) => entries.includes(seen.idOf(call)))
    const place = first ? operationName(first) : 'other'
    return {
      kind: 'etiquette',
      key: `etiquette/${rule}/${place}`,
      // Of one client, what workers may do is beside the point.
      what: `${why.replace(/; workers that share .*$/, '')}.`,
      ...(brokenRules[rule] ?? { title: problemKinds.etiquette.title, sentence: expected, source }),
      entries,
    }
  })
}

/** A busy machine accepts a connection this much later than a worker has opened it. */
const ON_ITS_WAY_MS = 250
/** More calls than this at once are a loop, whoever makes them. */
const MAX_ON_THEIR_WAY = 6

/** Can these calls have been sent by workers that had not read each other's answers? */
function isAtOnce(calls: readonly CallEntry[]): boolean {
  const [first, last] = [calls[0], calls.at(-1)]
  if (!first || !last || calls.length > MAX_ON_THEIR_WAY) return false
  if (first.request.connection?.id === last.request.connection?.id) return false
  return last.machineMs - first.machineMs <= ON_ITS_WAY_MS
}

/** Was a connection opened before a call on another one was answered? */
function hasWorkers(calls: readonly CallEntry[]): boolean {
  return calls.some((call, place) => {
    const before = calls[place - 1]
    const { id, freeAfter = Infinity } = call.request.connection ?? {}
    return before?.request.connection?.id !== id && freeAfter < (before?.answer ?? 0)
  })
}
