import { msOf } from '../../contract/history/entry-types.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { hasStatus } from '../../contract/deliveries.ts'
import { isOwnAnswer, leavesOpen } from '../../contract/faults.ts'
import { isSuccess } from '../../contract/operations.ts'
import { toSeconds } from '../../core/clock/times.ts'
import { workersOf } from '../../core/record/at-once.ts'
import { hasEnded, isKnown, isRead } from '../known.ts'
import { advised, failed, notExercised, parsed, passed, type Finding, type Rule } from '../rule.ts'
import { startsOver } from '../lifting.ts'
import { isRemovedBy } from '../removal.ts'
import { differsInNotes, hasSameExpiry, jobOf } from '../same-request.ts'
import type { TimedHistory } from '../timed-history.ts'
import { countOf } from '../../text/numbers.ts'

/** If the response to a creation is lost, the alias may exist; a client that retries may have two. */
export const lostResponseRule: Rule = {
  rule: 'looks_after_lost_response',
  situation: 'drop_after',
  title: 'lists aliases before it retries a lost creation',
  source: 'POST /v1/aliases: each creation that is done makes one more alias',
  expected:
    'A careful client lists the aliases after a lost response, and creates again only what is not there.',
  broken: {
    title: 'creates again after a lost answer, without looking',
    sentence: 'Creates one alias.',
    source: 'POST /v1/aliases',
  },
  judge: judgeLostResponses,
}

/** A creation whose response was lost, and what its client has learned since. */
type LostCall = {
  call: RequestEntry
  /** The lists since whose answers its client had not read at its last creation. */
  lists: RequestEntry[]
  /** The cursors of pages read from the first one on, and whether the alias was on one of them. */
  cursors: Map<string, boolean>
  /** Has it read all pages without the alias? */
  hasMissed: boolean
  /** Has the last list shown the alias? */
  hasSeen: boolean
  /** The entry that removed it, or put the account back to before it. */
  goneBy: Entry | undefined
  /** Has another creation followed? */
  hasNext: boolean
}

function judgeLostResponses(history: TimedHistory): Finding {
  if (!history.calls.some(isUnknown)) return notExercised('no response to a creation was lost')
  const { blind, again, alike, looked, twice, gone } = followUp(history)
  if (twice.length > 0) {
    const why = `${lostIn(twice)} retried without reading the whole list first: ${existsAs(twice)}`
    return { ...failed(why, callsIn(blind)), aliases: [...new Set(twice.flatMap(aliasesOf))] }
  }
  if (again.length > 0) {
    const why = `${lostIn(again)} made again although a list had shown that the alias exists`
    return failed(why, callsIn(again))
  }
  if (blind.length > 0) {
    const why = `${lostIn(blind)} retried without reading the whole list first: the alias could exist twice; only luck prevented it`
    return advised(why, callsIn(blind))
  }
  if (alike.length > 0) {
    const why = `${lostIn(alike)} followed by another one that may be the same: its client may have wanted several alike, or made one twice`
    return advised(why, callsIn(alike))
  }
  if (looked.length > 0) {
    return passed(`the list was read after ${countOf(looked.length, 'lost creation')}`, looked)
  }
  return notExercised(
    gone.length > 0
      ? `what ${lostIn(gone)} had made was gone before it was made again`
      : 'the lost creation was not made again',
  )
}

/** A lost creation, and one that followed it. */
type Pair = readonly [lost: RequestEntry, next: RequestEntry]

function lostIn(pairs: readonly Pair[]): string {
  return countOf(new Set(pairs.map(([lost]) => lost)).size, 'lost creation')
}

function callsIn(pairs: readonly Pair[]): RequestEntry[] {
  return [...new Set(pairs.flat())]
}

function aliasesOf(pair: Pair): string[] {
  return pair.flatMap(({ effect }) => (effect?.kind === 'created' ? [effect.alias] : []))
}

/** The aliases of the first creation that was done more than once. */
function existsAs(twice: readonly Pair[]): string {
  const [[first]] = twice as [Pair]
  const same = twice.filter(([lost]) => jobOf(lost) === jobOf(first))
  const ids = [...new Set(same.flatMap(aliasesOf))]
  const times = ids.length === 2 ? 'twice' : `${ids.length} times`
  return `the alias exists ${times}, as ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
}

/** A repeated creation later than this is another job, such as a nightly one. */
const RETRY_MS = 600_000

type FollowUp = {
  /** The lost creation and the same one again, before the client knew what had become of the first. */
  blind: Pair[]
  /** The pairs among them of which both creations were done. */
  twice: Pair[]
  /** The lost creation and its repetition, after a list that showed the alias. */
  again: Pair[]
  /** The lost creation and one that may be the same again, or another one that was wanted. */
  alike: Pair[]
  /** The lost creation and the same one again, when what the first had made, if anything, was gone. */
  gone: Pair[]
  /** Lost creations after which the client found the alias in the list, or read all of it. */
  looked: RequestEntry[]
}

function followUp(history: TimedHistory): FollowUp {
  const found: FollowUp = {
    blind: [],
    twice: [],
    again: [],
    alike: [],
    gone: [],
    looked: [],
  }
  const open = new Map<string, LostCall>()
  for (const entry of history.entries) {
    if (entry.type !== 'call') {
      for (const lost of open.values()) noteEnd(history, lost, entry)
    } else if (!entry.key.reason && entry.operation === 'list') {
      if (entry.outcome !== 'listed' || !isRead(entry)) continue
      for (const { lists } of open.values()) lists.push(entry)
    } else if (!entry.key.reason && entry.operation === 'create') {
      const job = jobOf(entry)
      const lost = open.get(job)
      for (const each of open.values()) {
        readLists(history, each, found, (list) => isKnown(list, entry))
      }
      noteAlike(open, entry, found)
      if (lost && hasEnded(lost.call, entry)) {
        if (history.elapsedMs(lost.call, entry) <= RETRY_MS)
          noteRepetition(history, lost, entry, found)
        // One that was refused leaves it open whether the first was done.
        if (isUnknown(entry) || isSuccess(entry.outcome)) open.delete(job)
      }
      if (isUnknown(entry)) open.set(job, lostNow(entry))
    }
  }
  for (const lost of open.values()) readLists(history, lost, found, () => true)
  return found
}

function lostNow(call: RequestEntry): LostCall {
  const nothing = { hasMissed: false, hasSeen: false, goneBy: undefined, hasNext: false }
  return { call, lists: [], cursors: new Map(), ...nothing }
}

function noteRepetition(
  history: TimedHistory,
  lost: LostCall,
  call: RequestEntry,
  found: FollowUp,
): void {
  const pair = [lost.call, call] as const
  if (lost.goneBy) found.gone.push(pair)
  else if (lost.hasSeen) {
    if (!isNamed(call)) return
    if (isOneOfSeveral(history, lost.call, call)) found.alike.push(pair)
    else if (isSuccess(call.outcome) || isUnknown(call)) found.again.push(pair)
  } else if (!lost.hasMissed) {
    if (isOfAnother(history, lost.call, call)) found.alike.push(pair)
    else {
      found.blind.push(pair)
      if (aliasesOf(pair).length === 2) found.twice.push(pair)
    }
  }
}

/**
 * May it be another job? One that expires at another time is. Aliases without any text are all alike, so another
 * worker may want one; but who leaves an answer comes back on another connection.
 */
function isOfAnother(history: TimedHistory, lost: RequestEntry, call: RequestEntry): boolean {
  if (!hasSameExpiry(lost, call)) return true
  return !isNamed(call) && !lost.client_left && workersOf(history.atOnce) > 1
}

/** Did the client make the same alias at another time too? Then it may want several. */
function isOneOfSeveral(history: TimedHistory, lost: RequestEntry, again: RequestEntry): boolean {
  if (!hasSameExpiry(lost, again)) return true
  const job = jobOf(again)
  const from = history.entries.findLastIndex(
    (entry) =>
      entry.order < lost.order && entry.type !== 'call' && startsOver(history, entry, lost),
  )
  return history.entries
    .slice(from + 1)
    .some(
      (entry) =>
        entry.type === 'call' &&
        entry !== lost &&
        entry !== again &&
        entry.effect?.kind === 'created' &&
        Math.abs(history.elapsedMs(lost, entry)) <= RETRY_MS &&
        jobOf(entry) === job,
    )
}

/** A creation that follows a lost one at once, and has another note or source, may be the same nevertheless. */
function noteAlike(open: Map<string, LostCall>, call: RequestEntry, found: FollowUp): void {
  for (const [job, lost] of open) {
    if (lost.hasNext || !hasEnded(lost.call, call)) continue
    lost.hasNext = true
    if (lost.hasMissed || lost.hasSeen || lost.goneBy || !differsInNotes(lost.call, call)) continue
    found.alike.push([lost.call, call])
    open.delete(job)
  }
}

/** A removed alias comes back when the account goes back to before its removal. */
function noteEnd(history: TimedHistory, lost: LostCall, entry: Entry): void {
  if (history.isUndone(entry)) return
  if (startsOver(history, entry, lost.call) || isRemovedBy(entry, lost.call)) lost.goneBy ??= entry
  else if (entry.type === 'undo' && lost.goneBy && history.orderOf(entry.to) <= lost.goneBy.order) {
    lost.goneBy = undefined
  }
}

/** Learns from the lists that can have been read. */
function readLists(
  history: TimedHistory,
  lost: LostCall,
  found: FollowUp,
  canBeRead: (list: RequestEntry) => boolean,
): void {
  const { lists } = lost
  lost.lists = lists.filter((list) => !canBeRead(list))
  for (const list of lists.filter(canBeRead)) look(history, lost, list, found)
}

function look(history: TimedHistory, lost: LostCall, list: RequestEntry, found: FollowUp): void {
  if (!hasEnded(lost.call, list)) return
  const hadLooked = lost.hasMissed || lost.hasSeen
  const key = history.queryOf(list).get('last_key')?.[0]
  const isShown = !lost.goneBy && isLostCreation(lost.call) && shows(list, lost.call)
  const isInWalk = key === undefined || lost.cursors.has(key)
  const hasShown = isShown || (key !== undefined && lost.cursors.get(key) === true)
  if (hasShown) lost.hasSeen = true
  if (isInWalk) {
    const next = parsed(list.response.body)['next_cursor']
    if (typeof next === 'string') lost.cursors.set(next, hasShown)
    else if (!hasShown) Object.assign(lost, { hasMissed: true, hasSeen: false })
  }
  if (!hadLooked && (lost.hasMissed || lost.hasSeen)) found.looked.push(lost.call)
}

const textFields = ['label', 'note', 'source', 'category'] as const

/** An alias without any text cannot be recognized in a list, so another one may be meant. */
function isNamed({ request }: RequestEntry): boolean {
  const fields = parsed(request.body)
  return textFields.some((name) => Boolean(fields[name]))
}

/** Does the page contain an active alias with the texts of this creation, created since? */
function shows(list: RequestEntry, lost: RequestEntry): boolean {
  const fields = parsed(lost.request.body)
  const { aliases } = parsed(list.response.body)
  if (!Array.isArray(aliases)) return false // what was answered may have been altered
  return (aliases as Record<string, unknown>[]).some(
    (alias) =>
      alias['status'] === 'active' &&
      Number(alias['created_at']) >= toSeconds(msOf(lost.at)) &&
      textFields.every((name) => alias[name] === (fields[name] ?? '')),
  )
}

/** Can the client not know whether its creation was done? It may be lucky, and it was not. */
function isUnknown(call: RequestEntry): boolean {
  const { operation, key, delivery, client_left, outcome, fault } = call
  if (isLostCreation(call)) return true
  // The status of a response that is cut off says that nothing was done.
  // An error of the sandbox itself, without a fault, says that too.
  const isOpen = client_left || !hasStatus(delivery) || (fault !== null && leavesOpen(outcome))
  return operation === 'create' && !key.reason && isOpen
}

/**
 * The alias was created, but the complete response did not reach the client. An answer that the tester wrote may have
 * said so in its place.
 */
export function isLostCreation({ outcome, effect, client_left }: RequestEntry): boolean {
  if (effect?.kind !== 'created') return false
  return client_left || !(isSuccess(outcome) || isOwnAnswer(outcome))
}
