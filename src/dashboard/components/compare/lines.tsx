import type { ComparedLine } from './compare-lines.ts'

/** Lines around a difference that stay visible. */
const CONTEXT = 2
/** Lines of one stretch of differences that stay visible, and of a text in which nothing differs. */
const MAX_STRETCH = 10
/** Lines of a text that stay visible. */
const MAX_VISIBLE = 50
const MAX_LINE = 1_000

type LinesProps = { lines: readonly ComparedLine[]; isWhole: boolean }

/** A text line by line; what differs is marked by a sign, and unless all is shown, equal lines are folded. */
export function Lines({ lines, isWhole }: LinesProps) {
  return (
    <pre class="lines">
      {(isWhole ? lines : fold(lines)).map((line, index) =>
        'folded' in line ? (
          <span key={index} class="folded">
            ⋯ {line.folded} more
          </span>
        ) : line.differs ? (
          <mark key={index}>{isWhole ? line.text : clip(line.text)}</mark>
        ) : (
          <span key={index}>{isWhole ? line.text : clip(line.text)}</span>
        ),
      )}
    </pre>
  )
}

/** Whether some of these lines are not shown as a whole. */
export function isFolded(lines: readonly ComparedLine[]): boolean {
  return fold(lines).some((line) => 'folded' in line || clip(line.text) !== line.text)
}

type Folded = ComparedLine | Readonly<{ folded: number }>

/** Leaves the differences and what is near them; of other stretches it tells how many lines they are. */
function fold(lines: readonly ComparedLine[]): readonly Folded[] {
  const visible = visibleOf(lines)
  const folded: Folded[] = []
  let hidden: ComparedLine[] = []
  const close = () => {
    if (hidden.length > 1) folded.push({ folded: hidden.length })
    else folded.push(...hidden)
    hidden = []
  }
  for (const [index, line] of lines.entries()) {
    if (visible.has(index)) {
      close()
      folded.push(line)
    } else hidden.push(line)
  }
  close()
  return folded
}

/** Places of the lines that stay visible. */
function visibleOf(lines: readonly ComparedLine[]): ReadonlySet<number> {
  const visible = new Set<number>()
  let stretch = 0
  for (const [index, { differs }] of lines.entries()) {
    stretch = differs ? stretch + 1 : 0
    if (stretch === 0 || stretch > MAX_STRETCH) continue
    const last = differs && !lines[index + 1]?.differs ? index + CONTEXT : index
    for (let at = index - CONTEXT; at <= last; at += 1) visible.add(at)
    if (visible.size >= MAX_VISIBLE) break
  }
  return visible.size === 0 ? new Set(lines.slice(0, MAX_STRETCH).keys()) : visible
}

function clip(text: string): string {
  return text.length <= MAX_LINE
    ? text
    : `${text.slice(0, MAX_LINE).replace(/[\uD800-\uDBFF]$/, '')} …`
}
