import type { Server } from 'node:http'
import { aheadOfSandboxMs } from './process/travelling-thread.ts'

/** The time by which a sandbox lives. Accounts derive their clocks from it, and clients feel it as delays. */
export interface MachineClock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Calls `act` after `ms`, unless the returned function is called first. `Infinity` is for what ends only
   * when the client leaves. An answer that waits here is not being worked on.
   */
  after(ms: number, act: () => void): () => void
  /** Called with each server of the sandbox before it listens. */
  watch?(server: Server): void
}

/** The clock of the machine. */
export const machineClock: MachineClock = {
  now: () => Date.now() - aheadOfSandboxMs(),
  after(ms, act) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
