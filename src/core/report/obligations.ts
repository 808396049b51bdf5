import type { CallEntry, HistoryEntry } from '../record/history-entry.ts'
import { arrivedBeforeEnd, isRead, knowledgeOf, type Knowledge } from './knowledge.ts'
import { lifts, type Subject } from './lifting.ts'
import type { Story } from './story.ts'

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
  /** The first of them that each client read. */
  byClient: Map<number, CallEntry>
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
    if (!scope) scopes.set(name, (scope = { open: [], byClient: new Map() }))
    bind(story, duty, scope, entry)
  }
  return result
}

function bind(story: Story, duty: Duty, { open, byClient }: Scope, refusal: CallEntry): void {
  open.push(refusal)
  const client = story.clientOf(refusal)
  const held = byClient.get(client)
  if (!held || duty.isOver(story, held, refusal)) byClient.set(client, refusal)
}

function lift(
  story: Story,
  duty: Duty,
  entry: HistoryEntry,
  scope: Scope,
  result: DutyResult,
): void {
  // What is over stays over, even if a rewind puts the account's clock back.
  if (entry.type === 'rewind') drop(scope, (refusal) => duty.isOver(story, refusal, entry))
  if (drop(scope, (refusal) => lifts(story, entry, duty.subject, refusal))) result.lifted.add(entry)
}

/** Ends the obligations of some answers; false if there are none. */
function drop(scope: Scope, isDropped: (refusal: CallEntry) => boolean): boolean {
  const { open, byClient } = scope
  scope.open = open.filter((refusal) => !isDropped(refusal))
  for (const [id, refusal] of byClient) if (isDropped(refusal)) byClient.delete(id)
  return scope.open.length < open.length
}

/** Of many answers in force, the first were read first. */
const LOOKED_AT = 8

function findBreach(
  story: Story,
  duty: Duty,
  { open, byClient }: Scope,
  call: CallEntry,
): Breach | undefined {
  while (open[0] && duty.isOver(story, open[0], call)) open.shift()
  const inForce = (knowledge: Knowledge) => (refusal: CallEntry | undefined) =>
    refusal !== undefined &&
    knowledgeOf(refusal, call) === knowledge &&
    !duty.isOver(story, refusal, call)
  const own = [byClient.get(story.clientOf(call))].find(inForce('knew'))
  const first = open.slice(0, LOOKED_AT)
  const known = own ?? first.find(inForce('knew'))
  if (known) return { refusal: known, call, isShared: !areAllTold(story, open, known, call) }
  const unclear = first.find(inForce('unclear'))
  return unclear && { refusal: unclear, call, isShared: true }
}

/**
 * Has every worker that may have made this call read an answer of its own? Each answer binds one worker: if
 * there are more workers than answers, one that was not told may have made the call. A pool opens a second
 * connection because the first is in use; who never did so goes on where it was told. Threads, and calls that
 * wait for a connection, take turns in a pool, so each of its connections counts for two workers. A pool whose
 * connections were closed while it rested has as many workers as before.
 */
function areAllTold(
  story: Story,
  open: readonly CallEntry[],
  known: CallEntry,
  call: CallEntry,
): boolean {
  const isSame = known.request.connection?.id === call.request.connection?.id
  const pool = story.poolFor(call, open.length)
  const closed = story.closedOfPool(call)
  const connections = pool + (closed ?? 0)
  const ofPool = connections === 1 ? 1 : 2 * connections
  const workers = isSame || closed !== undefined ? ofPool : story.candidatesFor(call, open.length)
  let told = 0
  for (const refusal of open) {
    if (!arrivedBeforeEnd(call, refusal)) told += 1
    if (told >= workers) return true
  }
  return false
}
