import { msOf } from '../../contract/history/entry-types.ts'
import type { Account } from '../../core/account/account.ts'
import type { History } from '../../core/record/history.ts'
import { toJudged } from '../../report/judged-account.ts'
import { reportOn } from '../../report/report.ts'
import { loopingRules } from '../../report/rules/looping.ts'
import { waitingRules } from '../../report/rules/waiting.ts'
import { isInLoop } from './endless-loop.ts'

/** When a run is stopped. */
export type RunLimits = {
  /** After this time. Whoever waits then may go on for as long as it likes: nobody knows. */
  ms: number
  calls: number
  /** Refusals in a row of the same call, none of which said when to call again. */
  alike: number
}

/** The time and the calls of a run without trouble. */
type UsualRun = { realMs: number; calls: number }

/** A client may try a call this often without a word about when to call again. */
const ALIKE = 50

/** A client that waits for this long for an answer may have a longer timeout, or none: nobody knows. */
export const SILENCE_MS = 40_000

/** A client that goes on in spite of a refusal, and still runs after this time, shows nothing more by going on. */
export const BREACH_MS = 10_000

/** For the first run, of which nothing is known: it may take all the time. */
export function firstLimits(timeMs: number): RunLimits {
  return { ms: Math.min(120_000, timeMs), calls: 10_000, alike: ALIKE }
}

/** The limits of further runs: time enough for some of the waits that scenarios tell, and for one long time-out. */
export function toLimits({ realMs, calls }: UsualRun): RunLimits {
  return {
    ms: SILENCE_MS + 5_000 + 10 * realMs,
    calls: 400 + 5 * calls,
    // Each call of a usual run may be one of a worker, and each worker tries for itself.
    alike: ALIKE + 20 * calls,
  }
}

/** Why a run is stopped; undefined while it may go on. */
export type Excess = 'calls' | 'silence' | 'breach' | 'time'

/** Looks at the accounts of a run that began `sinceMs` ago; `nowMs` is the machine's time. */
export function excessOf(
  accounts: readonly Account[],
  { ms, calls, alike }: RunLimits,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Excess | undefined {
  const made = accounts.reduce((sum, { history }) => sum + history.nextCall - 1, 0)
  if (made > calls || accounts.some((account) => isInLoop(account, alike))) return 'calls'
  const isSilent = accounts.some(({ history }) =>
    history.requests
      .entries()
      .some(({ delivery, ended_at, real_at }) =>
        delivery.kind === 'hang' && ended_at === null ? nowMs - msOf(real_at) >= SILENCE_MS : false,
      ),
  )
  if (isSilent) return 'silence'
  if (sinceMs >= BREACH_MS && accounts.some(({ history }) => hasBreach(history))) return 'breach'
  return sinceMs > ms ? 'time' : undefined
}

/** The verdicts so far: a history without a new call has the same one. */
const breaches = new WeakMap<History, { calls: number; hasBreach: boolean }>()

const goingOn = new Set([...waitingRules, ...loopingRules].map(({ rule }) => rule))

/** Has the client of an account gone on in spite of a refusal, for certain? */
function hasBreach(history: History): boolean {
  const known = breaches.get(history)
  const { nextCall: calls } = history
  if (known?.calls === calls) return known.hasBreach
  const { etiquette } = reportOn([toJudged({ name: '', history })])
  const hasFailed = etiquette.some(({ rule, verdict }) => verdict === 'fail' && goingOn.has(rule))
  breaches.set(history, { calls, hasBreach: hasFailed })
  return hasFailed
}
