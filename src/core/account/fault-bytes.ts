import type { ArmedFault } from '../../contract/state/state.ts'
import { valueBytes } from '../memory/weight.ts'

/** Size of a fault and its scheduled end, without what it sends or draws from. */
const FAULT_BYTES = 400

/** Memory of a fault, in bytes. */
export function faultBytes(fault: ArmedFault): number {
  return FAULT_BYTES + contentBytes(fault)
}

/** A body is read only once to weigh it, because each fault that is armed weighs the others again. */
const known = new WeakMap<ArmedFault, number>()

/** Memory of what it sends or draws from. */
export function contentBytes(fault: ArmedFault): number {
  let bytes = known.get(fault)
  if (bytes === undefined) {
    const { headers, body, json, ms } = fault
    const content = [headers, body, json, ms].filter((value) => isLarge(value))
    bytes = content.reduce<number>((sum, value) => sum + valueBytes(value), 0)
    known.set(fault, bytes)
  }
  return bytes
}

function isLarge(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}
