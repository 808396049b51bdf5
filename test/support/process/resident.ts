import { existsSync, readFileSync } from 'node:fs'

/** Whether this system can read the memory usage of another process. */
export const canReadMemory = existsSync('/proc/self/status')

/** The peak memory usage of a process, in MB. */
export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024
}
