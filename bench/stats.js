/** The median of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median of the ratios of each round to its reference, which cancels slow phases of the machine. */
export function medianRatio(values, yardsticks) {
  return median(values.map((value, round) => value / yardsticks[round]))
}
