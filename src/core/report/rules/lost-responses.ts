import { hasStatus } from '../../../contract/deliveries.ts'
import { isOwnAnswer } from '../../../contract/faults.ts'
import { isAction } from '../../../contract/history/entry-types.ts'
import { isSuccess } from '../../../contract/operations.ts'
import type { CallEntry, HistoryEntry } from '../../record/history-entry.ts'
import { toSeconds } from '../../clock/times.ts'
import { isRead } from '../knowledge.ts'
import {
  advised,
  contentOf,
  failed,
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

/** A creation whose response was lost, and what its client did about it so far. */
type Lost = { call: CallEntry; looked: CallEntry | undefined; hasSeen: boolean; isGone: boolean }

function judgeLostResponses(story: Story): Finding {
  if (!story.calls.some(isUnknown)) return notExercised('no response to a creation was lost')
  const { blind, again, looked, twice } = followUp(story)
  if (twice.length > 0) {
    const [first, second] = twice[0]!
    const why = `${countOf(twice.length, 'lost creation')} retried without listing first: the alias exists twice, as ${first} and ${second}`
    return { ...failed(why, blind), aliases: twice.flat() }
  }
  if (again.length > 0) {
    const why = `${countOf(again.length / 2, 'lost creation')} made again although a list had shown that the alias exists`
    return failed(why, again)
  }
  if (blind.length > 0) {
    const why = `${countOf(blind.length / 2, 'lost creation')} retried without listing first: the alias could exist twice; only luck prevented it`
    return advised(why, blind)
  }
  if (looked.length > 0)
    return passed(`listed the aliases first each time (${looked.length})`, looked)
  return notExercised('the lost creation was not made again')
}

/** The same creation later than this is another job, such as a nightly one. */
const RETRY_MS = 600_000

type FollowUp = {
  /** Pairs: the lost creation and the same one again, without a look between them. */
  blind: CallEntry[]
  /** The ids of what such a pair made, if both exist. */
  twice: [lost: string, again: string][]
  /** Pairs: the lost creation and the same one again, after a list that showed the alias. */
  again: CallEntry[]
  /** Lost creations after which the client listed. */
  looked: CallEntry[]
}

function followUp(story: Story): FollowUp {
  const found: FollowUp = { blind: [], twice: [], again: [], looked: [] }
  const open = new Map<string, Lost>()
  for (const entry of story.entries) {
    if (entry.type !== 'call') {
      for (const lost of open.values()) {
        if (startsOver(story, entry, lost.call) || isRemovedBy(entry, lost.call)) markGone(lost)
      }
      continue
    }
    const call = entry
    if (!call.key.valid) continue
    if (call.operation === 'list' && call.outcome === 'listed' && isRead(call)) {
      for (const lost of open.values()) look(lost, call, found)
    } else if (call.operation === 'create') {
      const content = contentOf(call)
      const lost = open.get(content)
      if (lost && isAfter(lost.call, call)) {
        if (story.elapsedMs(lost.call, call) > RETRY_MS) open.delete(content)
        else if (lost.hasSeen && isNamed(call)) found.again.push(lost.call, call)
        else if (!lost.looked && !lost.isGone) {
          found.blind.push(lost.call, call)
          const ids = [lost.call, call].flatMap(({ effect }) =>
            effect?.kind === 'created' ? [effect.alias] : [],
          )
          if (ids.length === 2) found.twice.push([ids[0]!, ids[1]!])
        }
        open.delete(content)
      }
      if (isUnknown(call))
        open.set(content, { call, looked: undefined, hasSeen: false, isGone: false })
    }
  }
  return found
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

function look(lost: Lost, list: CallEntry, found: FollowUp): void {
  if (!isAfter(lost.call, list)) return
  if (!lost.looked) found.looked.push(lost.call)
  lost.looked = list
  lost.hasSeen ||= !lost.isGone && isLostCreation(lost.call) && shows(list, lost.call)
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
  const { operation, key, delivery, hasClientLeft } = call
  if (isLostCreation(call)) return true
  // The status of a response that is cut off says that nothing was done.
  return operation === 'create' && key.valid && (hasClientLeft || !hasStatus(delivery))
}

/**
 * The alias was created, but the complete response did not reach the client. An answer that the tester wrote may have
 * said so in its place.
 */
export function isLostCreation({ outcome, effect, hasClientLeft }: CallEntry): boolean {
  if (effect?.kind !== 'created') return false
  return hasClientLeft || !(isSuccess(outcome) || isOwnAnswer(outcome))
}
