import { hostname } from 'node:os'
import { codeOf } from './database-error.ts'

/** Which process this is, told apart from those that had its pid before. */
export type ProcessIdentity = {
  pid: number
  host: string
  /** When it started, in ms on the monotonic clock: no step of the wall clock moves it. */
  started: number
}

/** Two readings of the start of one process lie closer together than this. */
const SAME_START_MS = 50

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: startedMs() }
}

/** Is it certain that a process is gone? Never of one on another host. */
export function isGone(other: ProcessIdentity): boolean {
  if (other.host !== hostname()) return false
  // A container that was started anew often has the same pid again.
  if (other.pid === process.pid) return Math.abs(other.started - startedMs()) > SAME_START_MS
  try {
    process.kill(other.pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** The same in all threads of a process. */
function startedMs(): number {
  for (;;) {
    const before = process.uptime()
    const nowMs = Number(process.hrtime.bigint() / 1_000n) / 1_000
    const after = process.uptime()
    // Else it was stopped in between.
    if (after - before < 0.01) return Math.round(nowMs - before * 1_000)
  }
}
