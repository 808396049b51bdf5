import type { CallEntry } from '../record/history-entry.ts'
import { openSinceMs } from './open-since.ts'

/** A connection from the time at which it was open for certain to its last answer. */
type Span = { id: number; startMs: number; endMs: number; first: CallEntry }

/** Who uses a connection. */
export type User = {
  /** Connections in use at the same time belong to different workers. */
  worker: number
  /** Connections with the same number were opened together, as by calls in parallel. */
  group: number
  /** Was another connection of the account used at the same time for certain? */
  isParallel: boolean
}

/**
 * Finds the workers of an account by its connections. A connection that is opened after another has
 * ended is taken for the same worker without keep-alive, because such a client looks exactly so.
 */
export function findUsers(calls: readonly CallEntry[]): ReadonlyMap<number, User> {
  const users = new Map<number, User>()
  const spans = spansOf(calls)
  const groups = groupsOf(spans)
  const overlapping = overlappingIds(calls)
  const endsMs: number[] = []
  for (const { id, startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const worker = latestFree(endsMs, startMs)
    endsMs[worker] = endMs
    const { group, isAlone } = groups.get(id)!
    users.set(id, { worker, group, isParallel: !isAlone || overlapping.has(id) })
  }
  return users
}

/** The connections in the order of their first calls. */
function spansOf(calls: readonly CallEntry[]): Span[] {
  const spans = new Map<number, Span>()
  const since = openSinceMs(calls)
  for (const call of calls) {
    const id = call.request.connection?.id
    if (id === undefined) continue
    const endMs = call.endedMs ?? call.machineMs
    const span = spans.get(id)
    if (!span) spans.set(id, { id, startMs: since(call), endMs, first: call })
    else if (endMs > span.endMs) span.endMs = endMs
  }
  return [...spans.values()]
}

/**
 * The first calls of a group follow each other within this time, even on a busy machine. One that waits
 * longer for its answer says nothing about the connections that are opened meanwhile.
 */
const PROMPT_MS = 250

/** Calls in parallel open their connections within this time, though some only after the first answers. */
const OPENING_MS = 50

type Group = { ids: number[]; lastMs: number }

/**
 * Connections that were opened before the first call of the one before was answered, and so on. One
 * that was opened a moment before or after several others belongs to them.
 */
function groupsOf(spans: readonly Span[]): Map<number, { group: number; isAlone: boolean }> {
  const groups: Group[] = []
  let answers = 0
  for (const { id, first } of spans) {
    const { freeAfter = Infinity, isNew = false } = first.request.connection ?? {}
    const last = groups.at(-1)
    const isNext = isNew && freeAfter < answers && last && isWithin(last, first, PROMPT_MS)
    if (last && (isNext || (isNew && last.ids.length > 1 && isWithin(last, first, OPENING_MS)))) {
      last.ids.push(id)
      last.lastMs = first.machineMs
      const before = groups.at(-2)
      if (
        last.ids.length === 2 &&
        before?.ids.length === 1 &&
        isWithin(before, first, OPENING_MS)
      ) {
        groups.splice(-2, 1)
        last.ids.unshift(...before.ids)
      }
    } else groups.push({ ids: [id], lastMs: first.machineMs })
    if ((first.endedMs ?? Infinity) - first.machineMs > PROMPT_MS) continue
    answers = Math.max(answers, first.answer ?? 0)
  }
  return new Map(
    groups.flatMap(({ ids }, group) =>
      ids.map((id) => [id, { group, isAlone: ids.length === 1 }] as const),
    ),
  )
}

function isWithin({ lastMs }: Group, { machineMs }: CallEntry, ms: number): boolean {
  return machineMs - lastMs <= ms
}

/** The connections on which a call arrived while another one waited for its answer. */
function overlappingIds(calls: readonly CallEntry[]): Set<number> {
  const ids = new Set<number>()
  let latest: CallEntry | undefined
  let latestEndMs = -Infinity
  for (const call of calls) {
    const id = call.request.connection?.id
    if (id === undefined) continue
    const other = latest?.request.connection?.id
    if (other !== undefined && other !== id && call.machineMs < latestEndMs) ids.add(id).add(other)
    const endMs = call.endedMs ?? Infinity
    if (endMs <= latestEndMs) continue
    latest = call
    latestEndMs = endMs
  }
  return ids
}

/** The worker that became free last, or a new one. */
function latestFree(endsMs: readonly number[], startMs: number): number {
  let free = endsMs.length
  for (const [worker, endMs] of endsMs.entries()) {
    if (endMs <= startMs && endMs > (endsMs[free] ?? -Infinity)) free = worker
  }
  return free
}
