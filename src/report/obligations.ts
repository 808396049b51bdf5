import type { Entry, RequestEntry } from '../contract/history/entry.ts'
import { workersOf } from '../core/record/at-once.ts'
import { endsFirst, hasEnded, isKnown, isRead } from './known.ts'
import { lifts, type Subject } from './lifting.ts'
import { wereOnTheirWay } from './on-their-way.ts'
import type { TimedHistory } from './timed-history.ts'

/** An obligation of the client after an answer: its end, and the calls that it binds. */
export type Duty = {
  subject: Subject
  /** Does the answer to this call create the obligation? */
  begins: (call: RequestEntry) => boolean
  /** Does the obligation bind such a call at all? */
  binds: (call: RequestEntry) => boolean
  /** Answers with the same value here are over in the order in which they came. */
  lengthOf: (refusal: RequestEntry) => number
  /** Has the client waited long enough when `later` happens? */
  isOver: (history: TimedHistory, refusal: RequestEntry, later: Entry) => boolean
}

/** A call that came while an answer was in force. */
export type EarlyCall = {
  call: RequestEntry
  /** The first answer that was in force. */
  refusal: RequestEntry
  /** The number of answers in force that were handed over before its own. */
  told: number
  /** May it have been sent before an answer was read? */
  wasOnItsWay: boolean
}

export type DutyResult = {
  /** The answers that were handed over. */
  refusals: RequestEntry[]
  /** The calls that came too early. */
  early: EarlyCall[]
  /** The actions and events that lifted an obligation. */
  lifted: Set<Entry>
}

/** The answers so far, and the calls that came while some were in force. */
type DutyProgress = {
  /** Handed over after the last call arrived. */
  coming: RequestEntry[]
  /** In force, by their length. */
  inForce: Map<number, RequestEntry[]>
  /** The early calls that may be answered after a later one. */
  unanswered: EarlyCall[]
  /** The early calls since the last time at which no answer was in force. */
  series: EarlyCall[]
}

/** Applies a duty to a history in one pass. */
export function applyDuty(history: TimedHistory, duty: Duty): DutyResult {
  const result: DutyResult = { refusals: [], early: [], lifted: new Set() }
  const standing: DutyProgress = { coming: [], inForce: new Map(), unanswered: [], series: [] }
  for (const entry of history.entries) {
    if (entry.type !== 'call') {
      lift(history, duty, entry, standing, result)
      continue
    }
    if (duty.binds(entry)) judge(history, duty, entry, standing, result)
    if (!duty.begins(entry) || !isRead(entry)) continue
    result.refusals.push(entry)
    begin(standing, entry)
  }
  endSeries(history, standing, result)
  return result
}

function begin(standing: DutyProgress, refusal: RequestEntry): void {
  standing.unanswered = standing.unanswered.filter(({ call }) => !hasEnded(call, refusal))
  for (const early of standing.unanswered) if (endsFirst(refusal, early.call)) early.told += 1
  standing.coming.push(refusal)
}

/** Notes a call if an answer was in force when it arrived. */
function judge(
  history: TimedHistory,
  duty: Duty,
  call: RequestEntry,
  standing: DutyProgress,
  result: DutyResult,
): void {
  const { inForce } = standing
  const known = standing.coming.filter((refusal) => isKnown(refusal, call))
  if (known.length > 0)
    standing.coming = standing.coming.filter((refusal) => !isKnown(refusal, call))
  for (const refusal of known) {
    const length = duty.lengthOf(refusal)
    const alike = inForce.get(length)
    if (alike) alike.push(refusal)
    else inForce.set(length, [refusal])
  }
  for (const [length, refusals] of inForce) {
    while (refusals[0] && duty.isOver(history, refusals[0], call)) refusals.shift()
    if (refusals.length === 0) inForce.delete(length)
  }
  if (inForce.size === 0) return endSeries(history, standing, result)
  const groups = [...inForce.values()]
  const first = groups.map(([each]) => each!).reduce((a, b) => (endsFirst(b, a) ? b : a))
  const since = standing.coming.filter((refusal) => endsFirst(refusal, call)).length
  const told = groups.reduce((sum, { length }) => sum + length, since)
  const early = { call, refusal: first, told, wasOnItsWay: false }
  standing.series.push(early)
  standing.unanswered.push(early)
}

function endSeries(history: TimedHistory, standing: DutyProgress, result: DutyResult): void {
  const { series } = standing
  const [first] = series
  if (!first) return
  standing.series = []
  const calls = series.map(({ call }) => call)
  const wasOnItsWay = wereOnTheirWay(first.refusal, calls, workersOf(history.atOnce))
  for (const early of series) result.early.push(Object.assign(early, { wasOnItsWay }))
}

function lift(
  history: TimedHistory,
  duty: Duty,
  entry: Entry,
  standing: DutyProgress,
  result: DutyResult,
): void {
  // An obligation that is over stays over, even if an undo puts the account's clock back.
  if (entry.type === 'undo') drop(standing, (refusal) => duty.isOver(history, refusal, entry))
  if (drop(standing, (refusal) => lifts(history, entry, duty.subject, refusal)))
    result.lifted.add(entry)
}

/** Ends the obligations of some answers; false if there are none. */
function drop(standing: DutyProgress, isDropped: (refusal: RequestEntry) => boolean): boolean {
  let hasDropped = false
  const keep = (refusals: RequestEntry[]) => {
    const kept = refusals.filter((refusal) => !isDropped(refusal))
    hasDropped ||= kept.length < refusals.length
    return kept
  }
  standing.coming = keep(standing.coming)
  standing.inForce = new Map(
    [...standing.inForce]
      .map(([length, refusals]) => [length, keep(refusals)] as const)
      .filter(([, refusals]) => refusals.length > 0),
  )
  return hasDropped
}
