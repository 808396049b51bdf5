import { hostname } from 'node:os'
import { codeOf } from './database-error.ts'

/** Identifies a process, even if its pid was used by another process before. */
export type ProcessIdentity = {
  pid: number
  host: string
  /** When it started, in ms on the monotonic clock, which changes of the wall clock do not affect. */
  started: number
}

/** Two computations of the start time of one process differ by less than this. */
const SAME_START_MS = 50

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: startedMs() }
}

/** Whether a process has certainly ended; always false for a process on another host. */
export function isGone(other: ProcessIdentity): boolean {
  if (other.host !== hostname()) return false
  // A restarted container often gets the same pid again.
  if (other.pid === process.pid) return Math.abs(other.started - startedMs()) > SAME_START_MS
  try {
    process.kill(other.pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** Returns the same value in all threads of a process. */
function startedMs(): number {
  for (;;) {
    const before = process.uptime()
    const nowMs = Number(process.hrtime.bigint() / 1_000n) / 1_000
    const after = process.uptime()
    // Otherwise the process was suspended between the two readings.
    if (after - before < 0.01) return Math.round(nowMs - before * 1_000)
  }
}
