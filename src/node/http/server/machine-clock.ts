import { clearTimeout, setTimeout } from '../../real-timers.ts'

/** The time by which a sandbox lives. Accounts derive their clocks from it, and clients feel it as delays. */
export interface MachineClock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Calls `act` after `ms`, unless the returned function is called first. `Infinity` is for what ends only
   * when the client leaves.
   */
  after(ms: number, act: () => void): () => void
}

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
