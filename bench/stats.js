/** The middle of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median of what each round's value is to that round's yardstick: drift of the machine cancels. */
export function medianRatio(values, yardsticks) {
  return median(values.map((value, round) => value / yardsticks[round]))
}
