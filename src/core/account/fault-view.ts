import type { FaultView } from '../../contract/control/control-shapes.ts'
import type { ArmedFault } from '../../contract/state/state.ts'
import { toIso } from '../clock/times.ts'

/** How the control API shows a fault: times as ISO in UTC. */
export function toFaultView(fault: ArmedFault): FaultView {
  const { skipped, ends_at_ms: endsAtMs, over, ...rest } = fault
  return {
    ...rest,
    ...(skipped > 0 && { skipped }),
    ...(endsAtMs !== null && { ends_at: toIso(endsAtMs) }),
    state: over ? 'over' : 'armed',
  }
}
