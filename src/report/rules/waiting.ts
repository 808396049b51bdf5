import { msOf } from '../../contract/history/entry-types.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { nextMidnightMs } from '../../core/clock/times.ts'
import { workersOf } from '../../core/record/at-once.ts'
import { answeringMs } from '../known.ts'
import { applyDuty, type Duty, type DutyResult, type EarlyCall } from '../obligations.ts'
import { advised, failed, notExercised, passed, type Finding, type Rule } from '../rule.ts'
import type { TimedHistory } from '../timed-history.ts'
import { countOf } from '../../text/numbers.ts'
import { atOnceWords, queueWords } from '../at-once-words.ts'

/** Rules about waiting: the burst window, the outage, the day. */

const AT_MIDNIGHT = 'A careful client creates nothing more until 00:00 UTC.'

export const waitingRules: readonly Rule[] = [
  {
    rule: 'waits_out_burst',
    situation: 'burst',
    title: 'waits for the Retry-After of a burst 429',
    source: 'Errors, 429 burst: Retry-After',
    expected: 'A careful client sends no request with this key until Retry-After is over.',
    broken: {
      title: 'calls again before the Retry-After of a 429 is over',
      sentence: 'Retry-After: seconds until the window resets',
      source: 'Errors, 429',
      pattern: 'retry_after',
    },
    judge: (history) => judgeRetryAfter(history, 'burst', 'burst 429'),
  },
  {
    rule: 'waits_for_midnight',
    situation: 'daily_cap',
    title: 'creates nothing between a daily 429 and 00:00 UTC',
    source: 'Limits, Daily alias creation cap: resets at 00:00 UTC',
    expected: AT_MIDNIGHT,
    broken: {
      title: 'creates again although the daily cap is reached',
      sentence: 'Resets at 00:00 UTC.',
      source: 'Limits, Daily alias creation cap',
    },
    judge: judgeDailyCap,
  },
  {
    rule: 'waits_out_outage',
    situation: 'outage',
    title: 'waits for the Retry-After of a 503',
    source: 'Errors, rule 2: retrying after Retry-After',
    expected: 'A careful client sends no request until Retry-After is over.',
    broken: {
      title: 'calls again before the Retry-After of a 503 is over',
      sentence: 'Retrying after Retry-After is correct.',
      source: 'Errors, rule 2',
      pattern: 'retry_after',
    },
    judge: (history) => judgeRetryAfter(history, 'outage', '503'),
  },
]

/** Client timers may fire this early. */
const EARLY_MS = 20

/** A busy machine takes this long between two calls of a client that does not wait. */
const AT_ONCE_MS = 500

const SHARED = 'Workers that share a key must share the wait or use a key each.'

function judgeRetryAfter(
  history: TimedHistory,
  subject: 'burst' | 'outage',
  name: string,
): Finding {
  const result = applyDuty(history, {
    subject,
    begins: (call) => call.outcome === subject,
    binds: (call) => !call.key.reason && call.operation !== null,
    lengthOf: waitSeconds,
    isOver: hasWaited,
  })
  if (result.refusals.length === 0) return notExercised(`no ${name} was received`)
  const { certain, all } = earlyCalls(history, result)
  const first = certain[0] ?? all[0]
  if (!first) {
    const count = countOf(result.refusals.length, name)
    const why = `waited${orFreed(result)} or called no more (${count}${onTheirWay(result)})`
    return passed(why, citedBy(result))
  }
  const { refusal, call } = first
  const waitedMs = history.elapsedMs(refusal, call) - answeringMs(refusal)
  const waited =
    waitedMs < AT_ONCE_MS ? 'right' : `${(Math.floor(waitedMs / 100) / 10).toFixed(1)} s`
  const asked = `The first came ${waited} after an answer that asked to wait ${waitSeconds(refusal)} s`
  const expected = `A careful client waits ${waitSeconds(refusal)} s after ${refusal.id} before its next request with this key.`
  return judgeEarly(history, { first, certain, all, name: 'request', asked, expected })
}

/**
 * Has the client waited long enough since the answer was sent, in real time or because somebody advanced the account's
 * clock?
 */
function hasWaited(history: TimedHistory, refusal: RequestEntry, later: Entry): boolean {
  const waitMs = waitSeconds(refusal) * 1_000
  const sinceArrivalMs = waitMs + answeringMs(refusal)
  if (history.passedMs(refusal, later) >= sinceArrivalMs - EARLY_MS) return true
  if (history.skippedMs(refusal, later) === 0) return false
  // A second of a scaled clock is a part of a real one.
  const rate = 1 / (refusal.clock_scale || 1)
  const elapsedMs = history.elapsedMs(refusal, later, rate)
  // Retry-After is rounded up to whole real seconds, which can be more than what the account's clock needs.
  const leastMs = sinceArrivalMs - EARLY_MS
  return rate === 1 ? elapsedMs >= leastMs : elapsedMs > leastMs - 1_000
}

/** Lists the causes other than time that ended an obligation, in words. */
function orFreed({ lifted }: DutyResult): string {
  const ids = [...lifted].filter(({ type }) => type !== 'event').map(({ id }) => id)
  if (ids.length === 0) return ''
  const others = ids.length > 1 ? ` and ${ids.length - 1} more` : ''
  return `, or was freed by ${ids[0]}${others},`
}

/** Every burst 429 and every 503 tells it, unless what answers them is altered. */
function waitSeconds({ response }: RequestEntry): number {
  return response.retry_after_seconds ?? 0
}

/** The cap holds for the account, whatever its key. */
const dailyDuty: Duty = {
  subject: 'daily',
  begins: (call) => call.outcome === 'daily_cap',
  binds: (call) => call.operation === 'create' && !call.key.reason,
  lengthOf: () => 0,
  isOver: (history, refusal, later) =>
    history.accountMsAt(later) >= nextMidnightMs(msOf(refusal.at)) - EARLY_MS * refusal.clock_scale,
}

function judgeDailyCap(history: TimedHistory): Finding {
  const result = applyDuty(history, dailyDuty)
  if (result.refusals.length === 0) return notExercised('no daily 429 was received')
  const { certain, all } = earlyCalls(history, result)
  const first = certain[0] ?? all[0]
  if (!first) {
    const freed = orFreed(result)
    const count = countOf(result.refusals.length, 'daily 429')
    const why = freed
      ? `waited for 00:00 UTC${freed} each time (${count}${onTheirWay(result)})`
      : `no creation followed on the same day${onTheirWay(result)}`
    return passed(why, citedBy(result))
  }
  const asked = 'No creation can succeed before 00:00 UTC'
  return judgeEarly(history, {
    first,
    certain,
    all,
    name: 'creation',
    asked,
    expected: AT_MIDNIGHT,
  })
}

/** The calls that a careful client does not make: for certain, or perhaps. None if all were on their way. */
function earlyCalls(
  history: TimedHistory,
  { early }: DutyResult,
): { certain: EarlyCall[]; all: EarlyCall[] } {
  const workers = workersOf(history.atOnce)
  // No more calls than workers can have been on their way.
  const all = early.filter(({ wasOnItsWay, told }) => !wasOnItsWay || told >= workers)
  return { certain: all.filter(({ wasOnItsWay, told }) => !wasOnItsWay && told >= workers), all }
}

function onTheirWay({ early }: DutyResult): string {
  if (early.length === 0) return ''
  return `; ${countOf(early.length, 'more was', 'more were')} on the way`
}

/** The answers, and what lifted them, in the order of the history. */
function citedBy({ refusals, lifted }: DutyResult): Entry[] {
  return [...refusals, ...lifted].toSorted((a, b) => a.order - b.order)
}

type FindingParts = {
  /** The call to show. */
  first: EarlyCall
  certain: EarlyCall[]
  all: EarlyCall[]
  /** The name of such a call. */
  name: string
  /** The sentence that says when the client may call again. */
  asked: string
  /** The sentence that says what one worker should have done. */
  expected: string
}

/** Had everybody been told? Each answer tells one worker. */
function judgeEarly(
  history: TimedHistory,
  { first, certain, all, name, asked, expected }: FindingParts,
): Finding {
  const isCertain = certain.length > 0
  const counted = isCertain ? certain : all
  const it = counted.length === 1 ? 'it' : 'them'
  const told = isCertain ? first.told : Math.max(...all.map((each) => each.told))
  const came = `${countOf(counted.length, name)} came while ${isCertain ? '' : 'at most '}${countOf(told, 'refusal was', 'refusals were')} in force`
  const verdict = isCertain
    ? `, and ${atOnceWords(history.atOnce)}: whoever sent ${it} had been told`
    : `, but ${atOnceWords(history.atOnce)}: a worker that had not been told may have sent ${it}`
  const calls = all.map(({ call }) => call)
  const why = `${came}${verdict}. ${asked}${queueWords(history, calls)}`
  const entries = [first.refusal, first.call, ...calls.filter((call) => call !== first.call)]
  if (!isCertain) return advised(why, entries, `${expected} ${SHARED}`)
  // Workers that close their connections look like one.
  const isElsewhere = !isSameConnection(first.refusal, first.call)
  const isShared = workersOf(history.atOnce) > 1 || isElsewhere
  return failed(why, entries, isShared ? `${expected} ${SHARED}` : expected)
}

function isSameConnection(one: RequestEntry, other: RequestEntry): boolean {
  return one.connection?.id === other.connection?.id
}
