import { limits } from '../../contract/limits.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { faultRow, type FaultKind, type FaultSpec } from '../../contract/faults.ts'
import type { Operation } from '../../contract/operations.ts'
import { ENDED_FAULTS, type ArmedFault } from '../../contract/state/state.ts'
import type { Account } from './account.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { toMs } from '../clock/times.ts'
import { countOf } from '../../text/numbers.ts'
import { faultBytes } from '../sizes/bytes.ts'
import { refuseWithoutRoom } from './room.ts'

/** An armed fault of one of the given kinds. */
export type ArmedFaultOf<Kind extends FaultKind> = ArmedFault & { kind: Kind }

/** Arms a fault on the account; `for` runs on its clock. */
export function armFault(account: Account, spec: FaultSpec): ArmedFault {
  const { state, now } = account
  if (armedFaults(account).length >= limits.faults.value) {
    refuse(
      'too_many',
      `the account has ${countOf(limits.faults.value, 'armed fault')}, which is the maximum; clear some first`,
    )
  }
  const { kind, operation = 'any', times, skip = 0, for: lasts, ...own } = spec
  const fault: ArmedFault = {
    id: `fault_${state.faults_made + 1}`,
    kind,
    operation,
    times: times ?? (lasts === undefined ? 1 : 'always'),
    skip,
    skipped: 0,
    hits: 0,
    ends_at_ms: lasts === undefined ? null : now + toMs(lasts),
    ...own,
    over: false,
  }
  refuseWithoutRoom(account, faultBytes(fault))
  state.faults_made += 1
  state.faults = [...state.faults, fault]
  forgetOldest(account)
  account.reschedule()
  return fault
}

/** Disarms the matching faults and returns how many were armed. */
export function clearFaults(account: Account, which: ActionArguments<'clear_faults'>): number {
  const armed = armedFaults(account).length
  endFaults(
    account.state,
    ({ id, kind }) =>
      (which.id === undefined || id === which.id) &&
      (which.kind === undefined || kind === which.kind),
  )
  account.reschedule()
  return armed - armedFaults(account).length
}

export function armedFaults(account: Account): ArmedFault[] {
  return account.state.faults.filter((fault) => !fault.over)
}

/** An account's state. The lists are shared with snapshots, so they never change. */
export type FaultHolder = { faults: ArmedFault[] }

/** Finds the first of these faults that applies to the operation, and counts its use. */
export function applyFault<Kind extends FaultKind>(
  holder: FaultHolder,
  kinds: readonly Kind[],
  operation: Operation,
): ArmedFaultOf<Kind> | null {
  for (const [at, fault] of holder.faults.entries()) {
    if (fault.over || !isOfKind(fault, kinds) || !faultMatches(fault, operation)) continue
    if (fault.skipped < fault.skip) {
      replace(holder, at, { ...fault, skipped: fault.skipped + 1 })
      continue
    }
    const hits = fault.hits + 1
    return replace(holder, at, { ...fault, hits, over: hits === fault.times })
  }
  return null
}

function replace<Fault extends ArmedFault>(holder: FaultHolder, at: number, fault: Fault): Fault {
  holder.faults = holder.faults.with(at, fault)
  return fault
}

/** Ends these faults. */
export function endFaults(holder: FaultHolder, ending: (fault: ArmedFault) => boolean): void {
  holder.faults = holder.faults.map((fault) => {
    return ending(fault) ? { ...fault, over: true } : fault
  })
}

/** Would a fault of this kind apply to the next call of this operation? Does not count a use. */
export function hasMatchingFault(
  faults: readonly ArmedFault[],
  kind: FaultKind,
  operation: Operation | null,
): boolean {
  return faults.some((fault) => willApply(fault, kind, operation))
}

function willApply(fault: ArmedFault, kind: FaultKind, operation: Operation | null): boolean {
  return (
    !fault.over &&
    fault.kind === kind &&
    fault.skipped >= fault.skip &&
    faultMatches(fault, operation)
  )
}

/** Returns the faults that would apply to the next call, or were just `applied`. */
export function countingFaults(
  faults: readonly ArmedFault[],
  kind: FaultKind,
  operation: Operation | null,
  applied: ArmedFault | null,
): ArmedFault[] {
  return faults.filter((fault) => fault === applied || willApply(fault, kind, operation))
}

/** Does the fault say by itself how long its 429s ask to wait: until it ends? */
export function waitsForEnd(fault: ArmedFault): fault is EndingFault {
  return fault.ends_at_ms !== null && fault.retry_after === undefined
}

/** How long a burst 429 of this fault asks to wait: for the rest of the wait of its last one, or a whole one. */
export function waitOfBurst(
  { wait_ends_at_ms: endsAtMs, retry_after: seconds }: ArmedFault,
  now: number,
  usualMs: () => number,
): number {
  if (endsAtMs !== undefined && endsAtMs > now) return endsAtMs - now
  return seconds === undefined ? usualMs() : seconds * 1_000
}

/** Remembers until when a burst 429 of this fault asks to wait: the next one counts down to it. */
export function keepWait(holder: FaultHolder, fault: ArmedFault, endsAtMs: number): void {
  const at = holder.faults.indexOf(fault)
  replace(holder, at, { ...fault, wait_ends_at_ms: endsAtMs })
}

type EndingFault = ArmedFault & { ends_at_ms: number }

/** Of the faults that say when they end, the last one. */
export function lastToEnd(faults: readonly ArmedFault[]): EndingFault | undefined {
  return faults.filter(waitsForEnd).toSorted((a, b) => b.ends_at_ms - a.ends_at_ms)[0]
}

function isOfKind<Kind extends FaultKind>(
  fault: ArmedFault,
  kinds: readonly Kind[],
): fault is ArmedFaultOf<Kind> {
  const all: readonly FaultKind[] = kinds // `includes` accepts only the element type of its array
  return all.includes(fault.kind)
}

function faultMatches(fault: ArmedFault, operation: Operation | null): boolean {
  if (fault.operation !== 'any') return fault.operation === operation
  return faultRow(fault.kind).operations.some((operationsHit) => operationsHit === operation)
}

/** Forgets the faults that ended first, until there are few. */
function forgetOldest({ state }: Account): void {
  const over = state.faults.filter((fault) => fault.over)
  const forgotten = new Set(over.slice(0, -ENDED_FAULTS))
  state.faults = state.faults.filter((fault) => !forgotten.has(fault))
}
