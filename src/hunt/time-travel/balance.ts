import type { ConnectionEnd, ThreadView } from './messages.ts'

/** Has every byte that was sent on one end of a connection been read on the other? */
export function areBalanced(ends: readonly ConnectionEnd[]): boolean {
  const byName = new Map(ends.map((end) => [nameOf(end.here, end.there), end]))
  return ends.every((end) => {
    const other = byName.get(nameOf(end.there, end.here))
    // The other end is gone, or somebody unknown has it, who may answer unless this end was laid aside.
    if (other === undefined) return end.hasEnded || !end.isHeld
    return !isOpening(end, other) && (end.written === other.read || !other.isReading)
  })
}

/** So long a connection is new, in real time. A mail server greets after a tenth of a second. */
const OPENING_MS = 2_000

/** On a new connection on which neither side has said anything yet, one of them is about to. */
function isOpening(one: ConnectionEnd, other: ConnectionEnd): boolean {
  const { ageMs = Infinity } = one
  return one.written + other.written === 0 && ageMs < OPENING_MS
}

function nameOf(here: string, there: string): string {
  return `${here} ${there}`
}

/** Has nothing happened in any of these threads between two questions? */
export function areStill(before: readonly ThreadView[], after: readonly ThreadView[]): boolean {
  return after.every((view, index) => {
    const { events } = before[index] ?? {}
    return view.isIdle && !view.hasChanged && events !== undefined && view.events === events
  })
}
