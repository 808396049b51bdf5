import { hasStatus } from '../../../contract/deliveries.ts'
import { isOwnAnswer, leavesOpen } from '../../../contract/faults.ts'
import { isAction } from '../../../contract/history/entry-types.ts'
import { isSuccess } from '../../../contract/operations.ts'
import type { CallEntry, HistoryEntry } from '../../record/history-entry.ts'
import { toSeconds } from '../../clock/times.ts'
import { isRead } from '../knowledge.ts'
import {
  advised,
  contentOf,
  failed,
  inOrder,
  notExercised,
  parsed,
  passed,
  type Finding,
  type Rule,
} from '../rule.ts'
import { startsOver } from '../lifting.ts'
import type { Story } from '../story.ts'
import { countOf } from '../../../words/numbers.ts'

/** If the response to a creation is lost, the alias may exist; a client that retries may have two. */
export const lostResponseRule: Rule = {
  rule: 'looks_after_lost_response',
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
type Lost = {
  call: CallEntry
  /** The cursors of the pages that the client has read from the first page on. */
  cursors: Set<string>
  /** Has it read all pages? */
  hasReadAll: boolean
  /** Has a page shown the alias? */
  hasSeen: boolean
  isGone: boolean
  hasNext: boolean
}

function judgeLostResponses(story: Story): Finding {
  if (!story.calls.some(isUnknown)) return notExercised('no response to a creation was lost')
  const { blind, again, alike, looked, twice } = followUp(story)
  if (twice.length > 0) {
    const [first, second] = twice[0]!
    const why = `${countOf(twice.length, 'lost creation')} retried without reading the whole list first: the alias exists twice, as ${first} and ${second}`
    return { ...failed(why, blind), aliases: twice.flat() }
  }
  if (again.length > 0) {
    return failed(
      `${lostPairs(again)} made again although a list had shown that the alias exists`,
      again,
    )
  }
  if (blind.length > 0) {
    const why = `${lostPairs(blind)} retried without reading the whole list first: the alias could exist twice; only luck prevented it`
    return advised(why, blind)
  }
  if (alike.length > 0) {
    const why = `${lostPairs(alike)} followed by another one that may be the same: its client may have wanted several alike, or made one twice`
    return advised(why, alike)
  }
  if (looked.length > 0) {
    return passed(`the list was read after ${countOf(looked.length, 'lost creation')}`, looked)
  }
  return notExercised('the lost creation was not made again')
}

function lostPairs(calls: readonly CallEntry[]): string {
  return countOf(calls.length / 2, 'lost creation')
}

/** The same creation later than this is another job, such as a nightly one. */
const RETRY_MS = 600_000

type FollowUp = {
  /** Pairs: the lost creation and the same one again, before the client knew what had become of the first. */
  blind: CallEntry[]
  /** The ids of what such a pair made, if both exist. */
  twice: [lost: string, again: string][]
  /** Pairs: the lost creation and the same one again, after a list that showed the alias. */
  again: CallEntry[]
  /** Pairs: the lost creation and one that may be the same again, or another one that was wanted. */
  alike: CallEntry[]
  /** Lost creations after which the client found the alias in the list, or read all of it. */
  looked: CallEntry[]
}

function followUp(story: Story): FollowUp {
  const found: FollowUp = { blind: [], twice: [], again: [], alike: [], looked: [] }
  const open = new Map<string, Lost>()
  for (const entry of story.entries) {
    if (entry.type !== 'call') {
      for (const lost of open.values()) {
        if (startsOver(story, entry, lost.call) || isRemovedBy(entry, lost.call)) markGone(lost)
      }
    } else if (entry.key.valid && entry.operation === 'list') {
      if (entry.outcome !== 'listed' || !isRead(entry)) continue
      for (const lost of open.values()) look(story, lost, entry, found)
    } else if (entry.key.valid && entry.operation === 'create') {
      const content = contentOf(entry)
      const lost = open.get(content)
      noteAlike(open, entry, found)
      if (lost && isAfter(lost.call, entry)) {
        open.delete(content)
        if (story.elapsedMs(lost.call, entry) <= RETRY_MS) noteRepetition(story, lost, entry, found)
      }
      if (isUnknown(entry)) open.set(content, lostNow(entry))
    }
  }
  return found
}

function lostNow(call: CallEntry): Lost {
  const nothing = { hasReadAll: false, hasSeen: false, isGone: false, hasNext: false }
  return { call, cursors: new Set(), ...nothing }
}

function noteRepetition(story: Story, lost: Lost, call: CallEntry, found: FollowUp): void {
  const pair = [lost.call, call]
  if (lost.hasSeen && isNamed(call)) {
    if (isOneOfSeveral(story, lost.call, call)) found.alike.push(...pair)
    else found.again.push(...pair)
  } else if (!lost.hasReadAll && !lost.hasSeen && !lost.isGone) {
    if (isOfAnother(story, lost.call, call)) {
      found.alike.push(...pair)
      return
    }
    found.blind.push(...pair)
    const ids = pair.flatMap(({ effect }) => (effect?.kind === 'created' ? [effect.alias] : []))
    if (ids.length === 2) found.twice.push([ids[0]!, ids[1]!])
  }
}

/** Aliases without any text are all alike, so another worker may want one. Who leaves an answer comes back on another connection. */
function isOfAnother(story: Story, lost: CallEntry, call: CallEntry): boolean {
  return !isNamed(call) && !lost.hasClientLeft && story.clientOf(lost) !== story.clientOf(call)
}

/** Did the client make the same alias at another time too? Then it may want several. */
function isOneOfSeveral(story: Story, lost: CallEntry, again: CallEntry): boolean {
  const content = contentOf(again)
  const from = story.entries.findLastIndex(
    (entry) => entry.order < lost.order && entry.type !== 'call' && startsOver(story, entry, lost),
  )
  return story.entries
    .slice(from + 1)
    .some(
      (entry) =>
        entry.type === 'call' &&
        entry !== lost &&
        entry !== again &&
        entry.effect?.kind === 'created' &&
        Math.abs(story.elapsedMs(lost, entry)) <= RETRY_MS &&
        contentOf(entry) === content,
    )
}

/** A creation that follows a lost one at once, and differs from it only in its note, may be the same with a new note. */
function noteAlike(open: Map<string, Lost>, call: CallEntry, found: FollowUp): void {
  for (const [content, lost] of open) {
    if (lost.hasNext || !isAfter(lost.call, call)) continue
    lost.hasNext = true
    if (lost.hasReadAll || lost.hasSeen || lost.isGone || !differsInNote(lost.call, call)) continue
    found.alike.push(lost.call, call)
    open.delete(content)
  }
}

function differsInNote(...calls: [CallEntry, CallEntry]): boolean {
  const [one, other] = calls.map(({ request }) => {
    const { note, expires_at: _, ...fields } = parsed(request.body)
    return { note, label: fields['label'], rest: inOrder(fields) }
  })
  return Boolean(one!.label) && one!.rest === other!.rest && one!.note !== other!.note
}

/** Was the call made after the client had lost the response? A client that left did so at a time that it knows. */
function isAfter(lost: CallEntry, call: CallEntry): boolean {
  return lost.hasClientLeft || lost.endedMs === null || call.machineMs >= lost.endedMs
}

/** Did this action or event remove the alias that the call had made? */
function isRemovedBy(entry: HistoryEntry, { effect }: CallEntry): boolean {
  if (effect?.kind !== 'created') return false
  if (entry.type === 'event') {
    return entry.event === 'alias_expired' && entry.details['id'] === effect.alias
  }
  if (!isAction(entry) || entry.action !== 'delete_alias' || !entry.result) return false
  return (entry.arguments as { id?: unknown } | null)?.id === effect.alias
}

function markGone(lost: Lost): void {
  lost.isGone = true
  lost.hasSeen = false
}

function look(story: Story, lost: Lost, list: CallEntry, found: FollowUp): void {
  if (!isAfter(lost.call, list)) return
  const hadLooked = lost.hasReadAll || lost.hasSeen
  const key = story.queryOf(list).get('last_key')?.[0]
  if (key === undefined || lost.cursors.has(key)) {
    const next = parsed(list.response.body)['next_cursor']
    if (typeof next === 'string') lost.cursors.add(next)
    else lost.hasReadAll = true
  }
  lost.hasSeen ||= !lost.isGone && isLostCreation(lost.call) && shows(list, lost.call)
  if (!hadLooked && (lost.hasReadAll || lost.hasSeen)) found.looked.push(lost.call)
}

const textFields = ['label', 'note', 'source', 'category'] as const

/** An alias without any text cannot be recognized in a list, so another one may be meant. */
function isNamed({ request }: CallEntry): boolean {
  const fields = parsed(request.body)
  return textFields.some((name) => Boolean(fields[name]))
}

/** Does the page contain an alias with the texts of this creation, created since? */
function shows(list: CallEntry, lost: CallEntry): boolean {
  const fields = parsed(lost.request.body)
  const { aliases } = parsed(list.response.body)
  if (!Array.isArray(aliases)) return false // what was answered may have been altered
  return (aliases as Record<string, unknown>[]).some(
    (alias) =>
      Number(alias['created_at']) >= toSeconds(lost.accountMs) &&
      textFields.every((name) => alias[name] === (fields[name] ?? '')),
  )
}

/** Can the client not know whether its creation was done? It may be lucky, and it was not. */
function isUnknown(call: CallEntry): boolean {
  const { operation, key, delivery, hasClientLeft, outcome, fault } = call
  if (isLostCreation(call)) return true
  // The status of a response that is cut off says that nothing was done.
  // An error of the sandbox itself, without a fault, says that too.
  const isOpen = hasClientLeft || !hasStatus(delivery) || (fault !== null && leavesOpen(outcome))
  return operation === 'create' && key.valid && isOpen
}

/**
 * The alias was created, but the complete response did not reach the client. An answer that the tester wrote may have
 * said so in its place.
 */
export function isLostCreation({ outcome, effect, hasClientLeft }: CallEntry): boolean {
  if (effect?.kind !== 'created') return false
  return hasClientLeft || !(isSuccess(outcome) || isOwnAnswer(outcome))
}
