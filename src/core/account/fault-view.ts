import type { FaultView } from '../../contract/control/control-shapes.ts'
import type { ArmedFault } from '../../contract/state/state.ts'
import { toIso } from '../clock/times.ts'

/** How the control API shows a fault among others: times as ISO in UTC, without the content of an answer. */
export function toFaultView(fault: ArmedFault): FaultView {
  const { headers: _headers, body: _body, json: _json, ...view } = toWholeFaultView(fault)
  return view
}

/** Shows a fault with its whole answer, which can be large. */
export function toWholeFaultView(fault: ArmedFault): FaultView {
  const { skipped, ends_at_ms: endsAtMs, wait_ends_at_ms: _waitEndsAtMs, over, ...rest } = fault
  return {
    ...rest,
    ...(skipped > 0 && { skipped }),
    ...(endsAtMs !== null && { ends_at: toIso(endsAtMs) }),
    state: over ? 'over' : 'armed',
  }
}
