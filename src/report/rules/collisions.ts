import type { RequestEntry } from '../../contract/history/entry.ts'
import { isRead } from '../known.ts'
import { advised, notExercised, passed, type Finding, type Rule } from '../rule.ts'
import { contentOf } from '../same-request.ts'
import type { TimedHistory } from '../timed-history.ts'

/** The document says that a retry is safe, not that it is required. */
export const collisionRule: Rule = {
  rule: 'retries_collision',
  situation: 'collision',
  title: 'retries a 409',
  source: 'Errors, 409: retry is safe',
  expected: 'A careful client repeats the creation, since nothing was created.',
  judge: judgeCollisions,
}

function judgeCollisions(history: TimedHistory): Finding {
  const collisions = history.calls.filter((call) => call.outcome === 'collision' && isRead(call))
  if (collisions.length === 0) return notExercised('no 409 was received')
  const abandoned = abandonedOf(history.calls)
  if (abandoned.length === 0) {
    return passed(`each 409 was retried (${collisions.length})`, collisions)
  }
  return advised(`${abandoned.length} of ${collisions.length} not retried`, abandoned)
}

/** The collisions that no creation with the same content follows. */
function abandonedOf(calls: readonly RequestEntry[]): RequestEntry[] {
  const followed = new Set<string>()
  const abandoned: RequestEntry[] = []
  for (const call of calls.toReversed()) {
    if (call.operation !== 'create' || call.key.reason) continue
    const content = contentOf(call)
    if (call.outcome === 'collision' && isRead(call) && !followed.has(content)) abandoned.push(call)
    followed.add(content)
  }
  return abandoned.toReversed()
}
