import type { MachineClock } from '../core/clock/machine-clock.ts'
import { clearTimeout, setTimeout } from './real-timers.ts'

/** The Date of a test in `clock.skipWaits`, which jumps with the client: a sandbox of this thread does not. */
type SkippingDate = { clock?: { machineMs?: () => number } }

/** The clock of the machine. */
export const machineClock: MachineClock = {
  now: () => (Date as SkippingDate).clock?.machineMs?.() ?? Date.now(),
  after(ms, act) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
