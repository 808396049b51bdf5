import { isOwnAnswer } from '../../../contract/faults.ts'
import { isSuccess } from '../../../contract/operations.ts'
import type { CallEntry, HistoryEntry } from '../../record/history-entry.ts'
import { isKeyMissing } from '../../record/entry.ts'
import { isRead, knowledgeOf } from '../knowledge.ts'
import { lifts, type Subject } from '../lifting.ts'
import { advised, failed, notExercised, passed, type Finding, type Rule } from '../rule.ts'
import { contentOf, hasSameExpiry } from '../same-request.ts'
import type { Story } from '../story.ts'

/** Rules about refusals that stay: repeating the call cannot help until somebody does something. */

export const loopingRules: readonly Rule[] = [
  {
    rule: 'no_loop_on_403',
    title: 'does not loop on 403',
    source: 'Errors, 403: only the account’s owner can change it',
    expected: 'A careful client stops after the first 403 and tells its user.',
    broken: {
      title: 'calls again and again after a 403',
      sentence: 'Keys only work while the account is on Plus or Pro, including during the trial.',
      source: 'Authentication, 5',
    },
    judge: (story) =>
      judgeLoop(story, {
        status: 403,
        subject: 'plan',
        isRefusal: ({ outcome }) => outcome.startsWith('plan_'),
        // The plan is the account's: every call with this key gets the same answer.
        scopeOf: (call) => (call.key.valid ? call.key.bearer : undefined),
        isOver: isServed,
        whatOf: () => 'calls with the same key were',
      }),
  },
  {
    rule: 'no_loop_on_401',
    title: 'does not loop on 401',
    source: 'Errors, 401: the key is invalid or revoked',
    expected: 'A careful client stops after the first 401 and asks for another key.',
    broken: {
      title: 'calls again and again with an invalid key',
      sentence: 'Invalid or revoked key: 401.',
      source: 'Authentication, 6',
    },
    judge: (story) =>
      judgeLoop(story, {
        status: 401,
        subject: 'key',
        isRefusal: ({ outcome }) => outcome === 'invalid_key',
        scopeOf: keyOf,
        isOver: isServed,
        whatOf: ({ key }) =>
          isKeyMissing(key) ? 'calls without a Bearer key were' : 'calls with the same key were',
      }),
  },
  {
    rule: 'no_loop_on_400',
    title: 'does not repeat a request that got 400',
    source: 'Errors, 400: the request is malformed',
    expected: 'A careful client corrects the request, or gives it up.',
    broken: {
      title: 'keeps sending a request that is answered 400',
      sentence: 'Malformed limit or last_key; invalid single_use or expires_at in the body',
      source: 'Errors, 400',
    },
    judge: (story) =>
      judgeLoop(story, {
        status: 400,
        subject: 'request',
        isRefusal: ({ outcome, key }) => outcome === 'bad_request' && key.valid,
        scopeOf: (call) => (call.key.valid ? `${call.key.bearer} ${contentOf(call)}` : undefined),
        isOver: hasSucceeded,
        isSame: hasSameExpiry,
        whatOf: () => 'identical requests were',
      }),
  },
]

type Loop = {
  status: number
  subject: Subject
  isRefusal: (call: CallEntry) => boolean
  /** Calls with the same value here ask the same. */
  scopeOf: (call: CallEntry) => string | undefined
  /** Does the answer show that what refused the calls before is over? */
  isOver: (call: CallEntry) => boolean
  /** Does a call ask the same as the first of its chain? */
  isSame?: (first: CallEntry, call: CallEntry) => boolean
  /** The calls of a chain, in words. */
  whatOf: (call: CallEntry) => string
}

/** This many refusals, each but the first sent in spite of the one before, are a loop. */
export const LOOP_LENGTH = 3
/** A call after more than this time checks whether something has changed. */
export const LOOP_GAP_MS = 60_000

/** Refusals in a row, each of which the client knew when it made the next call. */
type Chain = CallEntry[]

function judgeLoop(story: Story, loop: Loop): Finding {
  const refused = story.calls.filter((call) => loop.isRefusal(call) && isRead(call))
  if (refused.length === 0) return notExercised(`no ${loop.status} was received`)
  const { own, shared, lifted } = longestChains(story, loop)
  if (own.length >= LOOP_LENGTH) {
    return failed(
      `${own.length} ${loop.whatOf(own[0]!)} answered ${loop.status} one after another`,
      own,
    )
  }
  if (shared.length >= LOOP_LENGTH) {
    const why = `${shared.length} ${loop.whatOf(shared[0]!)} answered ${loop.status} one after another, by workers that do not share what they were told`
    return advised(why, shared)
  }
  const cited = [...refused, ...lifted].toSorted((a, b) => a.order - b.order)
  return passed(
    'nothing was sent three times in a row in spite of a refusal, at most 60 seconds apart',
    cited,
  )
}

type Longest = { own: Chain; shared: Chain; lifted: Set<HistoryEntry> }

/** The longest chain of one client and of all together, and what ended chains. */
function longestChains(story: Story, loop: Loop): Longest {
  const longest: Longest = { own: [], shared: [], lifted: new Set() }
  const chains = new Map<string, Map<number, Chain>>()
  for (const entry of story.entries) {
    if (entry.type !== 'call') {
      for (const [scope, clients] of chains) {
        if (!lifts(story, entry, loop.subject, clients.get(ALL)!.at(-1)!)) continue
        longest.lifted.add(entry)
        chains.delete(scope)
      }
      continue
    }
    const scope = loop.scopeOf(entry)
    if (scope === undefined) continue
    if (!loop.isRefusal(entry)) {
      if (isRead(entry) && loop.isOver(entry)) chains.delete(scope)
      continue
    }
    if (!isRead(entry)) continue
    let clients = chains.get(scope)
    if (!clients) chains.set(scope, (clients = new Map()))
    const own = extend(story, loop, clients, story.clientOf(entry), entry)
    let shared = extend(story, loop, clients, ALL, entry)
    // One call whose answer takes long does not hide what another client repeats meanwhile.
    if (shared.length < own.length) clients.set(ALL, (shared = [...own]))
    const certain = certainChain(story, own, shared)
    if (certain.length > longest.own.length) longest.own = certain
    if (shared.length > longest.shared.length) longest.shared = shared
  }
  return longest
}

/** The chain of all clients together stands under this number. */
const ALL = -1

/**
 * The chain that shows a loop for certain. A pool sends a call on any of its connections, so each worker
 * that may have made the last call may have been told once by these answers, wherever they were read.
 */
function certainChain(story: Story, own: Chain, shared: Chain): Chain {
  if (shared.length < LOOP_LENGTH) return []
  // Connections that were never in use at one time are those of one client, if it came back to one of them.
  const isBack = new Set(shared.map((call) => story.clientOf(call))).size < shared.length
  const last = shared.at(-1)!
  const closed = story.closedOfPool(last) ?? 0
  if (isBack && story.poolFor(last, 1) === 1 && closed === 0) return shared
  const workers = story.candidatesFor(last, shared.length) + closed
  if (own.length >= LOOP_LENGTH && shared.length >= workers - 1 + LOOP_LENGTH) return own
  // All of them have asked again, also if two take turns on each connection.
  return shared.length > 2 * workers ? shared : []
}

function extend(
  story: Story,
  { isSame = () => true }: Loop,
  clients: Map<number, Chain>,
  client: number,
  call: CallEntry,
): Chain {
  const chain = clients.get(client)
  const last = chain?.at(-1)
  if (!chain || !last || story.elapsedMs(last, call) > LOOP_GAP_MS || !isSame(chain[0]!, call)) {
    const fresh = [call]
    clients.set(client, fresh)
    return fresh
  }
  if (knowledgeOf(last, call) !== 'unaware') chain.push(call)
  return chain
}

const SERVED: readonly string[] = ['collision', 'daily_cap', 'burst', 'bad_request']

/** Did the call get past the key and the plan? */
function isServed(call: CallEntry): boolean {
  return hasSucceeded(call) || (call.key.valid && SERVED.includes(call.outcome))
}

/** Was the client told so? It cannot tell an answer of the tester from another. */
function hasSucceeded({ outcome, response: { status } }: CallEntry): boolean {
  return isSuccess(outcome) || (isOwnAnswer(outcome) && status >= 200 && status < 300)
}

/** What tells keys apart; a key that is not the sandbox's own is not stored, only a mark of it. */
function keyOf({ key }: CallEntry): string {
  if (key.bearer !== undefined) return key.bearer
  return key.valid || isKeyMissing(key) ? '' : `mark ${key.mark ?? ''}`
}
