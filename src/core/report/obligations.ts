import type { CallEntry, HistoryEntry } from '../record/history-entry.ts'
import { couldKnow } from './knowledge.ts'
import { lifts, type Subject } from './lifting.ts'
import { isRead, type Story } from './story.ts'

/** What an answer obliges its client to: until when, and which calls it binds. */
export type Duty = {
  subject: Subject
  /** Does the answer to this call create the obligation? */
  begins: (call: CallEntry) => boolean
  /** Does the obligation bind such a call at all? */
  binds: (call: CallEntry) => boolean
  /** Calls with another value here are not bound: another key. */
  scopeOf: (call: CallEntry) => string
  /** Has the client waited long enough when `later` happens? */
  isOver: (story: Story, refusal: CallEntry, later: HistoryEntry) => boolean
}

/** A call that came too early for an answer; `isShared` if another worker with the same key may have made it. */
export type Breach = { refusal: CallEntry; call: CallEntry; isShared: boolean }

export type DutyResult = {
  /** The answers that the client read. */
  refusals: CallEntry[]
  breaches: Breach[]
  /** The actions and events that lifted an obligation. */
  lifted: Set<HistoryEntry>
}

/** The answers of one scope whose obligations are in force, in the order of their calls. */
type Scope = {
  open: CallEntry[]
  /** The first of them that each worker read. */
  byWorker: Map<number, CallEntry>
}

/** Applies a duty to a history in one pass. */
export function applyDuty(story: Story, duty: Duty): DutyResult {
  const result: DutyResult = { refusals: [], breaches: [], lifted: new Set() }
  const scopes = new Map<string, Scope>()
  for (const entry of story.entries) {
    if (entry.type !== 'call') {
      for (const scope of scopes.values()) lift(story, duty, entry, scope, result)
      continue
    }
    const name = duty.scopeOf(entry)
    let scope = scopes.get(name)
    if (scope && duty.binds(entry)) {
      const breach = findBreach(story, duty, scope, entry)
      if (breach) result.breaches.push(breach)
    }
    if (!duty.begins(entry) || !isRead(entry)) continue
    result.refusals.push(entry)
    if (!scope) scopes.set(name, (scope = { open: [], byWorker: new Map() }))
    bind(story, duty, scope, entry)
  }
  return result
}

function bind(story: Story, duty: Duty, { open, byWorker }: Scope, refusal: CallEntry): void {
  open.push(refusal)
  const worker = story.workerOf(refusal)
  const held = byWorker.get(worker)
  if (!held || duty.isOver(story, held, refusal)) byWorker.set(worker, refusal)
}

function lift(
  story: Story,
  duty: Duty,
  entry: HistoryEntry,
  scope: Scope,
  result: DutyResult,
): void {
  // What is over stays over, though a rewind puts the account's clock back.
  if (entry.type === 'rewind') drop(scope, (refusal) => duty.isOver(story, refusal, entry))
  if (drop(scope, (refusal) => lifts(story, entry, duty.subject, refusal))) result.lifted.add(entry)
}

/** Ends the obligations of some answers; false if there are none. */
function drop(scope: Scope, isDropped: (refusal: CallEntry) => boolean): boolean {
  const { open, byWorker } = scope
  scope.open = open.filter((refusal) => !isDropped(refusal))
  for (const [id, refusal] of byWorker) if (isDropped(refusal)) byWorker.delete(id)
  return scope.open.length < open.length
}

function findBreach(
  story: Story,
  duty: Duty,
  { open, byWorker }: Scope,
  call: CallEntry,
): Breach | undefined {
  while (open[0] && duty.isOver(story, open[0], call)) open.shift()
  const isInForce = (refusal: CallEntry) =>
    !duty.isOver(story, refusal, call) && couldKnow(story, refusal, call)
  const own = byWorker.get(story.workerOf(call))
  if (own && isInForce(own)) {
    // Each answer binds one worker of a pool: if it has more, another one may have made the call.
    return { refusal: own, call, isShared: open.length < story.poolSize(call, open.length) }
  }
  if (open[0] && isInForce(open[0])) {
    return { refusal: open[0], call, isShared: !story.isInTurn(open[0], call) }
  }
  return undefined
}
