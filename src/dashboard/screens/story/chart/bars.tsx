import { toSpan, toTimeOfDay } from '../../../../words/times.ts'
import type { Span } from '../matches.ts'
import { FOLD_WIDTH, layers, type Axis, type Bin, type Layer } from './axis.ts'

export const HEIGHT = 84
const BASE = 62
const LABEL_WIDTH = 58
/** A bar is no wider, however few there are. */
const MAX_BAR_WIDTH = 40

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
        <text key={from} x={x} y={HEIGHT - 6} text-anchor="middle">
          {toTimeOfDay(from)}
        </text>
      ))}
    </svg>
  )
}

function Bar({ bin: { x, counts }, width, most }: { bin: Bin; width: number; most: number }) {
  const barWidth = Math.max(1, Math.min(MAX_BAR_WIDTH, width) - 1)
  let top = BASE
  return (
    <>
      {layers.map((layer) => {
        if (counts[layer] === 0) return null
        const height = Math.max(2, (counts[layer] / most) * (BASE - 4))
        top -= height
        return (
          <rect
            key={layer}
            class={classOf(layer)}
            x={x + (width - barWidth) / 2}
            y={Math.max(0, top)}
            width={barWidth}
            height={height}
          />
        )
      })}
    </>
  )
}

function classOf(layer: Layer): string {
  return layer === 'takenBack' ? 'gone' : `tone ${layer}`
}

/** As the bars of calls that were taken back: an outline. */
export function GoneShape() {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <rect class="gone" x="1" y="1" width="8" height="8" />
    </svg>
  )
}

const HOUR = 3_600_000

/** `25 h`: in hours up to two days, so that a clock pushed just over midnight is told apart from a day. */
function lapseOf(ms: number): string {
  return ms >= HOUR && ms < 48 * HOUR ? `${Math.round(ms / HOUR)} h` : toSpan(ms)
}

/** The times below the first bin of each stretch, and as many others as there is room for, by their middle. */
function labelsOf(bins: readonly Bin[], binWidth: number, width: number) {
  const labels: { x: number; from: number }[] = []
  const starts = bins.filter((bin, index) => bin.from !== bins[index - 1]?.to)
  const every = Math.ceil((2 * LABEL_WIDTH) / binWidth)
  const others = bins.filter((_bin, index) => index % every === 0)
  const half = LABEL_WIDTH / 2
  for (const { x: left, from } of [...starts, ...others]) {
    const x = Math.min(width - half, Math.max(half, left + binWidth / 2))
    if (labels.every((label) => Math.abs(x - label.x) >= LABEL_WIDTH)) labels.push({ x, from })
  }
  return labels
}
