import { CREATED } from '../../core/calls/create-alias.ts'
import type { CallEntry } from '../../core/record/history-entry.ts'
import { contentOf } from '../../core/report/rule.ts'
import { isLostCreation } from '../../core/report/rules/lost-responses.ts'
import type { Observed } from '../client.ts'
import { problemKinds, type Problem } from '../problem.ts'
import { seenIn, type Judged } from './seen.ts'

/**
 * After an answer was lost, more aliases of the same content than the client makes when nothing goes
 * wrong. A client that numbers its aliases anew in each run may make one of each.
 */
export function findDuplicates({ seen, calm }: Judged): Problem[] {
  const { title, sentence, source } = problemKinds.duplicate
  const usual = countsOf(calm)
  for (const [content, made] of creationsOf(seen.calls)) {
    const lost = made.find(isLostCreation)
    const allowed = Math.max(1, usual.get(content) ?? 0)
    const again = lost && made.find(({ order }) => order > lost.order)
    if (!again || made.length <= allowed) continue
    const extra = made.length - allowed
    return [
      {
        kind: 'duplicate',
        key: 'duplicate/create',
        title,
        what: 'The alias was made, but the client did not get the answer. It created the alias again without looking for it.',
        end: made.length === 2 ? 'Now there are two of it.' : `Now there are ${extra} too many.`,
        sentence,
        source,
        entries: [seen.idOf(lost), seen.idOf(again)],
      },
    ]
  }
  return []
}

/** The creations that were carried out, by what they asked for. */
function creationsOf(calls: readonly CallEntry[]): Map<string, CallEntry[]> {
  const made = calls.filter(
    ({ operation, why }) => operation === 'create' && why.startsWith(CREATED),
  )
  const byContent = new Map<string, CallEntry[]>()
  for (const call of made) {
    const content = contentOf(call)
    byContent.set(content, [...(byContent.get(content) ?? []), call])
  }
  return byContent
}

function countsOf(observed: Observed): Map<string, number> {
  const made = creationsOf(seenIn(observed).calls)
  return new Map([...made].map(([content, calls]) => [content, calls.length]))
}
