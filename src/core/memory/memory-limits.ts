import { storedBounds } from '../../contract/bounds.ts'
import type { ContentLimits } from './content-budget.ts'

export type MemoryLimits = {
  content: ContentLimits
  /** What the journals of all accounts may hold together, in bytes. */
  journalsBytes: number
}

const MIB = 1_024 * 1_024

/** The bounds in a process whose heap may grow to so many bytes: in a small one they are lower. */
export function memoryLimitsOf(heapBytes: number): MemoryLimits {
  const share = (of: { max: number }, percent: number) =>
    Math.min(of.max, Math.max(1, Math.floor((heapBytes * percent) / 100 / MIB)) * MIB)
  return {
    content: {
      contentBytes: share(storedBounds.contentBytes, 40),
      addedBytes: share(storedBounds.addedBytes, 15),
    },
    journalsBytes: share(storedBounds.journalsBytes, 10),
  }
}
