import { limits } from '../contract/limits.ts'
import { contain } from '../core/contain.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { mustBe } from '../contract/values/invalid-choice.ts'
import { readDuration } from '../contract/values/to-ms.ts'
import { errorAnswer, type AnyContext, type RouteAnswer } from './route.ts'

const MAX_WAIT_MS = limits.waitMs.value

/** A wait of a request for news. */
type Wait<Body, News> = {
  /** In real time. */
  timeoutMs: number
  /** Composes the answer; undefined while there is none. At first, there is no news. */
  find: (news?: News) => (() => RouteAnswer<Body>) | undefined
  /** Calls `look` when there may be one, until the returned function is called. */
  watch: (look: (news?: News) => void) => () => void
  /** The message of the 408. */
  whyNot: () => string
}

/** Answers as soon as there is something, or with 408 when the time is over. @throws the reason of `left` */
export async function waitFor<Body, News = never>(
  { parts, question }: Pick<AnyContext, 'parts' | 'question'>,
  wanted: Wait<Body, News>,
): Promise<RouteAnswer<Body>> {
  const compose = wanted.find() ?? (await found(wanted, parts, question.left))
  if (compose === undefined) return errorAnswer(408, wanted.whyNot())
  await parts.largeAnswers.turnOf(question)
  return compose()
}

/** Resolves with the composer of the answer as soon as there is one; with undefined when the time is over. */
function found<Body, News>(
  { timeoutMs, find, watch }: Wait<Body, News>,
  { clock }: Pick<AnyContext['parts'], 'clock'>,
  left: AbortSignal,
): Promise<(() => RouteAnswer<Body>) | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      left.removeEventListener('abort', leave)
      stopTimer()
      stopWatching()
    }
    const leave = () => {
      stop()
      reject(left.reason as Error)
    }
    // An error ends this wait only, not those of other clients.
    const look = contain(
      (error) => {
        stop()
        reject(error)
      },
      (news?: News) => {
        const compose = find(news)
        if (compose === undefined) return
        stop()
        resolve(compose)
      },
    )
    if (left.aborted) return reject(left.reason as Error)
    left.addEventListener('abort', leave, { once: true })
    const stopTimer = clock.after(timeoutMs, () => {
      stop()
      resolve(undefined)
    })
    const stopWatching = watch(look)
  })
}

/** In milliseconds. @throws ActionError 400 */
export function timeoutOf(input: string): number {
  const ms = readDuration(input)
  if (ms >= 0 && ms <= MAX_WAIT_MS) return ms
  const expected = 'a duration of at most 10m, such as 5s'
  throw new ActionError(400, `timeout ${mustBe(expected, input)}`, 'timeout')
}
