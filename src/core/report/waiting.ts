import type { Entry } from '../record/entry.ts'
import { nextMidnightMs } from '../clock/times.ts'
import {
  counted,
  failed,
  mayHaveBeenUnderWay,
  notExercised,
  passed,
  type Finding,
  type Rule,
} from './rule.ts'

/** Rules about waiting: the burst window, the outage, the day. */

export const waitingRules: readonly Rule[] = [
  {
    rule: 'waits_out_burst',
    title: 'waits for the Retry-After of a burst 429',
    source: 'Errors, 429 burst: Retry-After',
    judge: (entries) => judgeRetryAfter(entries, 'burst', 'burst 429'),
  },
  {
    rule: 'waits_for_midnight',
    title: 'creates nothing between a daily 429 and 00:00 UTC',
    source: 'Limits, Daily alias creation cap: resets at 00:00 UTC',
    judge: judgeDailyCap,
  },
  {
    rule: 'waits_out_outage',
    title: 'waits for the 30 s of a 503',
    source: 'Errors, rule 2: retrying after Retry-After',
    judge: (entries) => judgeRetryAfter(entries, 'outage', '503'),
  },
]

/** Client timers may fire slightly early. */
const TOLERANCE_MS = 20
/** A larger difference means that somebody advanced the clock. */
const ADVANCED_MS = 1_000

function judgeRetryAfter(entries: readonly Entry[], outcome: string, name: string): Finding {
  const refusals = entries.filter((entry) => entry.outcome === outcome)
  if (refusals.length === 0) return notExercised(`no ${name} occurred`)
  const tooEarly = new Map<Entry, Entry>()
  for (const refusal of refusals) {
    for (const later of entries.slice(entries.indexOf(refusal) + 1)) {
      if (!later.key.valid || later.operation === null) continue
      if (hasWaited(refusal, later)) break
      if (!mayHaveBeenUnderWay(refusal, later) && !tooEarly.has(later)) tooEarly.set(later, refusal)
    }
  }
  const [first] = tooEarly
  if (!first) return passed(`waited each time (${counted(refusals.length, name)})`, refusals)
  const [call, refusal] = first
  const waited = ((call.machineMs - refusal.machineMs) / 1_000).toFixed(1)
  return failed(
    `${counted(tooEarly.size, 'call')} came too early, the first ${waited} s after a response that asked to wait ${waitSeconds(refusal)} s${sharedKeyHint(refusal, tooEarly.keys())}`,
    [refusal, ...tooEarly.keys()],
  )
}

/** Has the client waited long enough in real time, or did somebody advance the account's clock past the wait? */
function hasWaited(refusal: Entry, later: Entry): boolean {
  const waitMs = waitSeconds(refusal) * 1_000
  const realMs = later.machineMs - refusal.machineMs
  if (realMs >= waitMs - TOLERANCE_MS) return true
  const accountMs = later.accountMs - refusal.accountMs
  const isAdvanced = accountMs > realMs * refusal.clockScale + ADVANCED_MS
  // Retry-After is rounded up to whole seconds, so an advance to the exact reset is up to a second
  // shorter.
  return isAdvanced && accountMs > waitMs - 1_000
}

/** Every burst 429 and every 503 has a Retry-After. */
function waitSeconds(refusal: Entry): number {
  return refusal.response.retryAfterSeconds!
}

/** Workers that share a key look like one client that does not wait; they must share the wait. */
function sharedKeyHint(refusal: Entry, calls: Iterable<Entry>): string {
  const { connection } = refusal.request
  if (!connection || connection.open === 1) return ''
  const connections = new Set([...calls].map((call) => call.request.connection?.id))
  connections.add(connection.id)
  if (connections.size <= 2) return ''
  return `; they came on ${connections.size} connections: workers that share a key must share the wait or use a key each`
}

function judgeDailyCap(entries: readonly Entry[]): Finding {
  const refusals = entries.filter((entry) => entry.outcome === 'daily_cap')
  if (refusals.length === 0) return notExercised('no daily 429 occurred')
  const tooEarly = entries.filter(
    (entry) =>
      entry.operation === 'create' &&
      entry.key.valid &&
      refusals.some(
        (refusal) =>
          refusal.number < entry.number &&
          entry.accountMs < nextMidnightMs(refusal.accountMs) &&
          !mayHaveBeenUnderWay(refusal, entry),
      ),
  )
  if (tooEarly.length === 0) return passed('no creation followed on the same day', refusals)
  return failed(
    `${counted(tooEarly.length, 'creation')} followed on the same day (UTC), when none can succeed`,
    [refusals[0]!, ...tooEarly],
  )
}
