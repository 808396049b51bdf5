import { existsSync, readFileSync } from 'node:fs'

/** Can the memory of another process be read here? */
export const canReadMemory = existsSync('/proc/self/status')

/** How much of its memory a process has had in use at most, in MB. */
export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024
}
