import { tones } from '../../../labels/outcomes.ts'
import { toSpan, toTimeOfDay } from '../../../labels/times.ts'
import type { Span } from '../matches.ts'
import { FOLD_WIDTH, type Axis, type Bin } from './axis.ts'

export const HEIGHT = 84
const BASE = 62
const LABEL_WIDTH = 58

type BarsProps = { axis: Axis; width: number; selected: Span | null }

/** The calls of each bin, stacked by how they were answered. */
export function Bars({ axis: { bins, folds, binWidth, most }, width, selected }: BarsProps) {
  const isSelected = ({ from, to }: Bin) =>
    selected !== null && from < selected.to && to > selected.from
  const marked = bins.filter(isSelected)
  const [first, last] = [marked[0], marked.at(-1)]
  return (
    <svg class="bars" width={width} height={HEIGHT} aria-hidden="true">
      {first && last && (
        <rect class="brush" x={first.x} y="0" width={last.x - first.x + binWidth} height={BASE} />
      )}
      <path class="base" d={`M0 ${BASE}.5H${width}`} />
      {bins.map((bin) => (
        <Bar key={bin.from} bin={bin} width={binWidth} most={most} />
      ))}
      {folds.map(({ x, ms }) => (
        <g key={x}>
          <path class="fold" d={`M${x + 4} 8V${BASE}M${x + FOLD_WIDTH - 4} 8V${BASE}`} />
          <text class="said" x={x + FOLD_WIDTH / 2} y="32" text-anchor="middle">
            {lapseOf(ms)}
          </text>
          <text class="said" x={x + FOLD_WIDTH / 2} y="46" text-anchor="middle">
            later
          </text>
        </g>
      ))}
      {labelsOf(bins, binWidth, width).map(({ x, from }) => (
        <text key={from} x={x} y={HEIGHT - 6}>
          {toTimeOfDay(from)}
        </text>
      ))}
    </svg>
  )
}

function Bar({ bin: { x, counts }, width, most }: { bin: Bin; width: number; most: number }) {
  let top = BASE
  return (
    <>
      {tones.map((tone) => {
        if (counts[tone] === 0) return null
        const height = Math.max(2, (counts[tone] / most) * (BASE - 4))
        top -= height
        return (
          <rect
            key={tone}
            class={`tone ${tone}`}
            x={x + 0.5}
            y={Math.max(0, top)}
            width={Math.max(1, width - 1)}
            height={height}
          />
        )
      })}
    </>
  )
}

const HOUR = 3_600_000

/** `25 h`: in hours up to two days, so that a clock pushed just over midnight is told apart from a day. */
function lapseOf(ms: number): string {
  return ms >= HOUR && ms < 48 * HOUR ? `${Math.round(ms / HOUR)} h` : toSpan(ms)
}

/** The times below the first bin of each stretch, and as many others as there is room for. */
function labelsOf(bins: readonly Bin[], binWidth: number, width: number): readonly Bin[] {
  const labels: Bin[] = []
  const starts = bins.filter((bin, index) => bin.from !== bins[index - 1]?.to)
  const every = Math.ceil((2 * LABEL_WIDTH) / binWidth)
  const others = bins.filter((_bin, index) => index % every === 0)
  for (const bin of [...starts, ...others]) {
    const isFree = labels.every(({ x }) => Math.abs(x - bin.x) >= LABEL_WIDTH)
    if (isFree && bin.x + LABEL_WIDTH <= width + binWidth) labels.push(bin)
  }
  return labels
}
