import type { CallEntry } from '../record/history-entry.ts'

/** Times are whole milliseconds: less than one is enough to be before. */
const BEFORE_MS = 0.5

/**
 * Since when the connection of a first call was open for certain: if it was opened before an earlier
 * call was answered, since before the first such answer.
 */
export function openSinceMs(calls: readonly CallEntry[]): (first: CallEntry) => number {
  const ended = calls
    .filter(({ answer, endedMs }) => answer !== undefined && endedMs !== null)
    .toSorted((a, b) => a.answer! - b.answer!)
  return (first) => {
    const { freeAfter = Infinity, isNew } = first.request.connection ?? {}
    if (!isNew) return first.machineMs // open, but perhaps for another account
    let low = 0
    let high = ended.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ended[middle]!.answer! > freeAfter) high = middle
      else low = middle + 1
    }
    return Math.min(first.machineMs, (ended[low]?.endedMs ?? Infinity) - BEFORE_MS)
  }
}
