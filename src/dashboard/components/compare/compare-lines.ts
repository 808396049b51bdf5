/** A line of one of two texts, and whether the other text lacks it. */
export type ComparedLine = Readonly<{ text: string; differs: boolean }>

/** Above this many pairs of lines, everything between the common start and end counts as different. */
const MAX_PAIRS = 4_000_000

/** Compares two texts line by line and marks what only one of them has. */
export function compareLines(
  one: string,
  other: string,
): readonly [ComparedLine[], ComparedLine[]] {
  const [left, right] = [one.split('\n'), other.split('\n')]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start += 1
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const common = commonLines(
    left.slice(start, -end || undefined),
    right.slice(start, -end || undefined),
  )
  const marked = (lines: string[], shared: ReadonlySet<number>) =>
    lines.map((text, index) => ({
      text,
      differs: index >= start && index < lines.length - end && !shared.has(index - start),
    }))
  return [marked(left, common[0]), marked(right, common[1])]
}

type Places = ReadonlySet<number>

/** Places of a longest common subsequence, in each of the two lists. */
function commonLines(one: readonly string[], other: readonly string[]): readonly [Places, Places] {
  const [shared, sharedOther] = [new Set<number>(), new Set<number>()]
  if (one.length * other.length > MAX_PAIRS) return [shared, sharedOther]
  const width = other.length + 1
  const longest = new Uint32Array((one.length + 1) * width)
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const at = row * width + column
      longest[at] =
        one[row] === other[column]
          ? longest[at + width + 1]! + 1
          : Math.max(longest[at + width]!, longest[at + 1]!)
    }
  }
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) {
      shared.add(row)
      sharedOther.add(column)
      row += 1
      column += 1
    } else if (longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!) row += 1
    else column += 1
  }
  return [shared, sharedOther]
}
