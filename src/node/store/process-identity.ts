import { hostname } from 'node:os'
import { startOf } from '../process-table.ts'

/** Identifies a process, even if its pid was used by another process before. */
export type ProcessIdentity = {
  pid: number
  host: string
  /** Distinguishes it from other processes that have had its pid. Absent where the system does not tell. */
  start?: string | undefined
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), start: startOf(process.pid) ?? undefined }
}

/** The state of a process as far as it is known: only one of this machine can be known to be alive or gone. */
type Fate = 'alive' | 'gone' | 'unknown'

/** Finds out from the point of view of `self`. A process that is stopped is alive. */
export function fateOf(other: ProcessIdentity, self: ProcessIdentity): Fate {
  if (other.host !== self.host) return 'unknown'
  const start = startOf(other.pid)
  if (start === null) return 'gone'
  if (start === undefined || other.start === undefined) return 'unknown'
  return start === other.start ? 'alive' : 'gone'
}
