import { storedBounds } from '../../contract/values/bounds.ts'
import type { ContentLimits } from './content-budget.ts'
import type { HistoryLimits } from './history-budget.ts'

export type MemoryLimits = {
  content: ContentLimits
  histories: HistoryLimits
}

const MIB = 1_024 * 1_024

/** What the young generation of V8 and the program itself take of the heap. */
const RESERVED_BYTES = 64 * MIB

/** The limits for a process with this maximum heap size; lower for a small heap. */
export function memoryLimitsOf(heapBytes: number): MemoryLimits {
  const freeBytes = heapBytes - RESERVED_BYTES
  const share = (of: { max: number }, percent: number) =>
    Math.min(of.max, Math.max(1, Math.floor((freeBytes * percent) / 100 / MIB)) * MIB)
  return {
    content: {
      contentBytes: share(storedBounds.contentBytes, 40),
      addedBytes: share(storedBounds.addedBytes, 15),
    },
    histories: {
      entriesBytes: share(storedBounds.journalsBytes, 10),
      formerBytes: share(storedBounds.formerContentBytes, 10),
    },
  }
}
