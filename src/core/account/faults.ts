import type { ActionArguments } from '../../contract/actions.ts'
import { storedBounds } from '../../contract/values/bounds.ts'
import { faultRow, type FaultKind, type FaultSpec } from '../../contract/faults.ts'
import type { Operation } from '../../contract/operations.ts'
import type { ArmedFault } from '../../contract/state/state.ts'
import { FAULT_BYTES, type Account } from './account.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { toMs } from '../clock/times.ts'

/** An armed fault of one of the given kinds. */
export type ArmedFaultOf<Kind extends FaultKind> = ArmedFault & { kind: Kind }

const { armedFaults: armedBound } = storedBounds

/** Number of finished faults that stay visible. */
const MAX_OVER = storedBounds.faultsOver.max

/** Arms a fault on the account; `for` runs on its clock. */
export function armFault(account: Account, spec: FaultSpec): ArmedFault {
  const { state, now } = account
  if (armedFaults(account).length >= armedBound.max) {
    refuse(
      'too_many',
      `the account has ${armedBound.max.toLocaleString('en-US')} armed faults, which is the maximum; clear some first`,
    )
  }
  const full = account.host.whyNoRoomFor(account, FAULT_BYTES)
  if (full !== undefined) refuse('no_room', full)
  account.aliases.count(FAULT_BYTES)
  state.faults_made += 1
  const { kind, operation = 'any', times, skip = 0, for: lasts, ...own } = spec
  const fault: ArmedFault = {
    id: `fault_${state.faults_made}`,
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

/** What has faults: an account's state, or a prediction. The lists are shared with snapshots, so they never change. */
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

/** Those of the faults that would apply to the next call, or were just `applied`. */
export function countingFaults(
  faults: readonly ArmedFault[],
  kind: FaultKind,
  operation: Operation | null,
  applied: ArmedFault | null,
): ArmedFault[] {
  return faults.filter((fault) => fault === applied || willApply(fault, kind, operation))
}

type EndingFault = ArmedFault & { ends_at_ms: number }

/** Of the faults with `for`, the one that ends last. */
export function lastToEnd(faults: readonly ArmedFault[]): EndingFault | undefined {
  return faults
    .filter((fault): fault is EndingFault => fault.ends_at_ms !== null)
    .toSorted((a, b) => b.ends_at_ms - a.ends_at_ms)[0]
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

function forgetOldest(account: Account): void {
  const { state } = account
  const forgotten = new Set(state.faults.filter((fault) => fault.over).slice(0, -MAX_OVER))
  state.faults = state.faults.filter((fault) => !forgotten.has(fault))
  account.aliases.count(-FAULT_BYTES * forgotten.size)
}
