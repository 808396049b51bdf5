import { isLostCreation } from '../../../report/rules/lost-responses.ts'
import type { ObservedRun } from '../client.ts'
import { problemAt, type Problem } from '../problem.ts'
import { creationsOf } from './creations.ts'
import { isAnswered, seenIn, type JudgedRun } from './judged-run.ts'

/**
 * After an answer was lost, more aliases of the same kind than the client makes when nothing goes
 * wrong. A client that numbers its aliases anew in each run may make one of each.
 */
export function findDuplicates({ seen, calm }: JudgedRun): Problem | undefined {
  const usual = countsOf(calm)
  for (const [job, made] of creationsOf(seen.calls)) {
    const lost = made.find(isLostCreation)
    const allowed = Math.max(1, usual.get(job) ?? 0)
    const again = lost && made.find(({ order }) => order > lost.order)
    if (!again || made.length <= allowed) continue
    const extra = made.length - allowed
    const hasLooked = seen.calls.some(
      (call) =>
        call.operation === 'list' &&
        isAnswered(call) &&
        call.order > lost.order &&
        call.order < again.order,
    )
    return problemAt('duplicate', 'create', {
      what: `The alias was created, but the client did not get the answer. ${hasLooked ? 'It listed the aliases, and created it again all the same' : 'It created the alias again without looking for it'}.`,
      end: made.length === 2 ? 'Now the alias exists twice.' : `Now there are ${extra} too many.`,
      entries: [seen.idOf(lost), seen.idOf(again)],
    })
  }
  return undefined
}

function countsOf(observed: ObservedRun): Map<string, number> {
  const made = creationsOf(seenIn(observed).calls)
  return new Map([...made].map(([job, calls]) => [job, calls.length]))
}
