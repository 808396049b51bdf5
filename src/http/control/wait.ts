import { contain } from '../../contain.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import { mustBe } from '../../contract/values/invalid-choice.ts'
import { readDuration } from '../../contract/values/to-ms.ts'
import { hasLeft, whenLeft } from '../server/when-left.ts'
import { closingAnswer, endedAnswer, errorAnswer, type AnyContext, type Answer } from './route.ts'

const MAX_WAIT_MS = inputBounds.waitMs.max

/** What a request waits for. */
type Wanted<Body, News> = {
  /** In real time. */
  timeoutMs: number
  /** Composes the answer; undefined while there is none. At first, there is no news. */
  find: (news?: News) => (() => Answer<Body>) | undefined
  /** Calls `look` when there may be one, until the returned function is called. */
  watch: (look: (news?: News) => void) => () => void
  /** The message of the 408. */
  whyNot: () => string
}

/** Answers as soon as there is something, or with 408 when the time is over. */
export function waitFor<Body, News = never>(
  { parts, response }: Pick<AnyContext, 'parts' | 'response'>,
  { timeoutMs, find, watch, whyNot }: Wanted<Body, News>,
): Answer<Body> | Promise<Answer<Body>> {
  const there = find()
  if (!there && parts.waiters.isFull) {
    return errorAnswer(503, 'Too many requests are waiting already; retry when some have ended.')
  }
  return new Promise((resolve, reject) => {
    let stops: readonly (() => void)[] = []
    const stop = () => {
      for (const each of stops) each()
    }
    const finish = (answer: Answer<Body>) => {
      stop()
      resolve(answer)
    }
    // An error ends this wait only, not those of other clients.
    const orFail = <Args extends unknown[]>(run: (...args: Args) => void) =>
      contain((error) => {
        stop()
        reject(error)
      }, run)
    const answer = (compose: () => Answer<Body>) => {
      stop()
      parts.unread.whenRoom(
        response,
        orFail(() => resolve(compose())),
      )
    }
    if (there) return answer(there)
    const look = orFail((news?: News) => {
      const found = find(news)
      if (found) answer(found)
    })
    if (hasLeft(response)) return resolve(endedAnswer(parts))
    stops = [
      parts.clock.after(
        timeoutMs,
        orFail(() => finish(errorAnswer(408, whyNot()))),
      ),
      watch(look),
      parts.waiters.add(() => finish(closingAnswer)),
      whenLeft(response, () => finish(endedAnswer(parts))),
    ]
  })
}

/** In milliseconds. @throws ActionError 400 */
export function timeoutOf(input: string): number {
  const ms = readDuration(input)
  if (ms >= 0 && ms <= MAX_WAIT_MS) return ms
  const expected = 'a duration of at most 10m, such as 5s'
  throw new ActionError(400, `timeout ${mustBe(expected, input)}`, 'timeout')
}
