import { msOf } from '../../contract/history/entry-types.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { isKeyMissing } from '../../core/account/keys.ts'
import { isOwnAnswer } from '../../contract/faults.ts'
import { isSuccess } from '../../contract/operations.ts'
import { countAtOnce, workersOf, type AtOnce } from '../../core/record/at-once.ts'
import { atOnceWords, queueWords } from '../at-once-words.ts'
import { endsFirst, isKnown, isRead } from '../known.ts'
import { lifts, type Subject } from '../lifting.ts'
import { wereOnTheirWay } from '../on-their-way.ts'
import {
  advised,
  failed,
  notExercised,
  passed,
  severity,
  type Finding,
  type Rule,
} from '../rule.ts'
import { contentOf, hasSameExpiry } from '../same-request.ts'
import type { TimedHistory } from '../timed-history.ts'

/** Rules about refusals that stay: repeating the call cannot help until somebody does something. */

export const loopingRules: readonly Rule[] = [
  {
    rule: 'no_loop_on_403',
    situation: 'plan_past_due',
    title: 'does not loop on 403',
    source: 'Errors, 403: only the account’s owner can change it',
    expected: 'A careful client stops after the first 403 and tells its user.',
    broken: {
      title: 'calls again and again after a 403',
      sentence: 'Keys only work while the account is on Plus or Pro, including during the trial.',
      source: 'Authentication, 5',
    },
    judge: (history) =>
      judgeLoop(history, {
        status: 403,
        subject: 'plan',
        isRefusal: ({ outcome }) => outcome.startsWith('plan_'),
        // The plan is the account's: every call with this key gets the same answer.
        scopeOf: (call) => (call.key.reason ? undefined : call.key.bearer),
        isOver: isServed,
        atOnceOf: ({ atOnce }) => atOnce,
        whatOf: () => 'requests with the same key were',
      }),
  },
  {
    rule: 'no_loop_on_401',
    situation: 'invalid_key',
    title: 'does not loop on 401',
    source: 'Errors, 401: the key is invalid or revoked',
    expected: 'A careful client stops after the first 401 and asks for another key.',
    broken: {
      title: 'calls again and again with an invalid key',
      sentence: 'Invalid or revoked key: 401.',
      source: 'Authentication, 6',
    },
    judge: (history) =>
      judgeLoop(history, {
        status: 401,
        subject: 'key',
        isRefusal: ({ outcome }) => outcome === 'invalid_key',
        scopeOf: keyOf,
        isOver: isServed,
        // A key that is of no account is counted by itself.
        atOnceOf: ({ atOnce, calls }, { key }) =>
          key.bearer === undefined ? countAtOnce(withKey(calls, key)) : atOnce,
        whatOf: ({ key }) =>
          isKeyMissing(key)
            ? 'requests without a Bearer key were'
            : 'requests with the same key were',
      }),
  },
  {
    rule: 'no_loop_on_400',
    situation: 'bad_request',
    title: 'does not repeat a request that got 400',
    source: 'Errors, 400: the request is malformed',
    expected: 'A careful client corrects the request, or gives it up.',
    broken: {
      title: 'keeps sending a request that is answered 400',
      sentence: 'Malformed limit or last_key; invalid single_use or expires_at in the body',
      source: 'Errors, 400',
    },
    judge: (history) =>
      judgeLoop(history, {
        status: 400,
        subject: 'request',
        isRefusal: ({ outcome, key }) => outcome === 'bad_request' && !key.reason,
        scopeOf: (call) => (call.key.reason ? undefined : `${call.key.bearer} ${contentOf(call)}`),
        isOver: hasSucceeded,
        isSame: hasSameExpiry,
        atOnceOf: ({ atOnce }) => atOnce,
        whatOf: () => 'identical requests were',
      }),
  },
]

type Loop = {
  status: number
  subject: Subject
  isRefusal: (call: RequestEntry) => boolean
  /** Calls with the same value here ask the same. */
  scopeOf: (call: RequestEntry) => string | undefined
  /** Does the answer show that what refused the calls before is over? */
  isOver: (call: RequestEntry) => boolean
  /** Does a call ask the same as the first of its chain? */
  isSame?: (first: RequestEntry, call: RequestEntry) => boolean
  /** How many may have made a chain that begins with this call. */
  atOnceOf: (history: TimedHistory, call: RequestEntry) => AtOnce
  /** The calls of a chain, in words. */
  whatOf: (call: RequestEntry) => string
}

/** This many refusals in a row are a loop, if one worker met all of them. */
const LOOP_LENGTH = 5
/** A call after more than this time checks whether something has changed. */
export const LOOP_GAP_MS = 60_000

/** Refusals in a row. */
type Chain = {
  calls: RequestEntry[]
  /** The one that was handed over first. */ first: RequestEntry
}

function judgeLoop(history: TimedHistory, loop: Loop): Finding {
  const refused = history.calls.filter((call) => loop.isRefusal(call) && isRead(call))
  if (refused.length === 0) return notExercised(`no ${loop.status} was received`)
  const { chains, lifted } = findChains(history, loop)
  const findings = chains.map((chain) => judgeChain(history, loop, chain))
  const worst = findings.reduce((a, b) => (b && (!a || isWorse(b, a)) ? b : a), undefined)
  if (worst) return worst
  const cited = [...refused, ...lifted].toSorted((a, b) => a.order - b.order)
  return passed(
    'nothing was sent five times in a row in spite of a refusal, at most 60 seconds apart',
    cited,
  )
}

/** Undefined if nothing is to be said of it. */
function judgeChain(
  history: TimedHistory,
  loop: Loop,
  { calls, first }: Chain,
): Finding | undefined {
  const sentOn = calls.filter((call) => isKnown(first, call))
  if (sentOn.length === 0) return undefined
  const atOnce = loop.atOnceOf(history, calls[0]!)
  const workers = workersOf(atOnce)
  const wereOnWay = wereOnTheirWay(first, sentOn, workers)
  // No more calls than workers can have been on their way.
  if (wereOnWay && calls.length <= workers) return undefined
  const row = `${calls.length} ${loop.whatOf(calls[0]!)} answered ${loop.status} in a row`
  if (calls.length >= LOOP_LENGTH * workers && !wereOnWay) {
    const one = workers === 1 ? 'whoever sent them had been told' : 'one of them had been told'
    return failed(
      `${row}, and ${atOnceWords(atOnce)}: ${one} again and again${queueWords(history, calls)}`,
      calls,
    )
  }
  const why = `${row}, but ${atOnceWords(atOnce)}: each may have been told less than five times`
  return advised(`${why}${queueWords(history, calls)}`, calls)
}

function isWorse(one: Finding, other: Finding): boolean {
  const more = severity[one.verdict] - severity[other.verdict]
  return more > 0 || (more === 0 && one.entries.length > other.entries.length)
}

/** The chains that are long enough to be a loop, and what ended chains. */
function findChains(history: TimedHistory, loop: Loop): { chains: Chain[]; lifted: Set<Entry> } {
  const lifted = new Set<Entry>()
  const all: Chain[] = []
  const current = new Map<string, Chain>()
  for (const entry of history.entries) {
    if (entry.type !== 'call') {
      for (const [scope, { calls }] of current) {
        if (!lifts(history, entry, loop.subject, calls.at(-1)!)) continue
        lifted.add(entry)
        current.delete(scope)
      }
      continue
    }
    const scope = loop.scopeOf(entry)
    if (scope === undefined || !isRead(entry)) continue
    if (!loop.isRefusal(entry)) {
      if (loop.isOver(entry)) current.delete(scope)
      continue
    }
    const chain = current.get(scope)
    if (chain && isContinued(loop, chain, entry)) {
      chain.calls.push(entry)
      if (endsFirst(entry, chain.first)) chain.first = entry
    } else {
      const fresh = { calls: [entry], first: entry }
      current.set(scope, fresh)
      all.push(fresh)
    }
  }
  return { chains: all.filter(({ calls }) => calls.length >= LOOP_LENGTH), lifted }
}

function isContinued({ isSame = () => true }: Loop, { calls }: Chain, call: RequestEntry): boolean {
  return msOf(call.at) - msOf(calls.at(-1)!.at) <= LOOP_GAP_MS && isSame(calls[0]!, call)
}

const SERVED: readonly string[] = ['collision', 'daily_cap', 'burst', 'bad_request']

/** Did the call get past the key and the plan? */
function isServed(call: RequestEntry): boolean {
  return hasSucceeded(call) || (!call.key.reason && SERVED.includes(call.outcome))
}

/** Was the client told so? It cannot tell an answer of the tester from another. */
function hasSucceeded({ outcome, response: { status } }: RequestEntry): boolean {
  return isSuccess(outcome) || (isOwnAnswer(outcome) && status >= 200 && status < 300)
}

function withKey(calls: readonly RequestEntry[], key: RequestEntry['key']): RequestEntry[] {
  return calls.filter((call) => call.operation !== null && keyOf(call) === keyOf({ key }))
}

/** Returns a value that tells keys apart; a key that is not the sandbox's own is not stored, only a mark of it. */
function keyOf({ key }: Pick<RequestEntry, 'key'>): string {
  if (key.bearer !== undefined) return key.bearer
  return !key.reason || isKeyMissing(key) ? '' : `mark ${key.mark ?? ''}`
}
