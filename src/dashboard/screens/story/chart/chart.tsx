import { computed, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ToneShape } from '../../../components/outcome-mark.tsx'
import { countOf, toNumber } from '../../../../words/numbers.ts'
import { toneLabels, toneOf } from '../../../labels/tones.ts'
import type { Span } from '../matches.ts'
import { spanText } from '../spans.ts'
import * as view from '../story-view.ts'
import { layers, toAxis, type Axis, type Layer, type Moment } from './axis.ts'
import { Bars, GoneShape } from './bars.tsx'
import { useBrush } from './brush.ts'
import { capitalized } from '../../../../words/capitals.ts'

/** All calls of the list, as the chart draws them. */
const moments = computed(() =>
  view.listed.value.flatMap((item): Moment[] => {
    if (item.type !== 'call') return []
    const isGone = view.takenBack.value.has(item.order)
    return [{ at: Date.parse(item.at), layer: isGone ? 'takenBack' : toneOf(item.response.status) }]
  }),
)
const zoomed = computed(() => momentsIn(view.zoom.value, moments.value))
/**
 * The width of the chart in pixels, so that its texts are never distorted. As it is kept while another screen
 * is open, the chart is drawn only once when it comes back.
 */
const width = signal(0)
const axisNow = computed(() => toAxis(zoomed.value, width.value, view.zoom.value === null))

/** The calls over the account's clock. A stretch that is selected filters the list below. */
export function Chart() {
  const calls = zoomed.value
  const isZoomed = view.zoom.value !== null
  const frame = useRef<HTMLDivElement>(null)
  const axis = axisNow.value
  useWidth(frame, calls.length > 0)
  const { handlers, dragged } = useBrush(axis, frame)
  if (calls.length === 0 && !isZoomed) return null
  const selected = dragged ?? view.span.value
  const counted = momentsIn(selected, calls)
  return (
    <div class="chart">
      <div
        ref={frame}
        class="chart-frame"
        tabIndex={0}
        role="application"
        aria-roledescription="chart"
        aria-label={`Calls over the account’s clock: ${nameOf(axis, calls)}`}
        aria-describedby="chart-keys"
        {...handlers}
      >
        {width.value > 0 && <Bars axis={axis} width={width.value} selected={selected} />}
      </div>
      <div class="chart-words">
        <div>
          {/* Only a selection is announced: the count of all changes with every batch. */}
          <p role="status">
            {selected && `${capitalized(spanText(selected))}: ${countOf(counted.length, 'call')}`}
          </p>
          {selected === null && <p>{countOf(calls.length, 'call')}</p>}
          <p class="hint">
            <Counts moments={counted} />
            {selected === null && (
              <span class="by-pointer">Press a bar, or drag, to look at a part.</span>
            )}
            <span id="chart-keys" class="by-keys">
              Arrow keys select a moment, with Shift a longer stretch. Enter zooms in, Escape shows
              all.
            </span>
          </p>
        </div>
        {selected !== null && (
          <button type="button" onClick={() => view.setFilter({ span: null })}>
            Show all
          </button>
        )}
      </div>
    </div>
  )
}

/** `● Worked 12  ◆ Try later 2  ▢ Taken back 4`. */
function Counts({ moments: counted }: { moments: readonly Moment[] }) {
  return (
    <>
      {layers.map((layer) => {
        const count = countIn(layer, counted)
        if (count === 0) return null
        return (
          <span key={layer} class="inline">
            {layer === 'takenBack' ? <GoneShape /> : <ToneShape tone={layer} size={10} />}{' '}
            {layer === 'takenBack' ? 'Taken back' : toneLabels[layer]} {toNumber(count)}
          </span>
        )
      })}
    </>
  )
}

function countIn(layer: Layer, counted: readonly Moment[]): number {
  return counted.filter((moment) => moment.layer === layer).length
}

function momentsIn(within: Span | null, all: readonly Moment[]): readonly Moment[] {
  return within === null ? all : all.filter(({ at }) => at >= within.from && at < within.to)
}

/** `14 calls from 12:00:00 to 12:13:00`, or `14 calls, 2 of them taken back, from …`. */
function nameOf({ bins }: Axis, calls: readonly Moment[]): string {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return 'no calls'
  const gone = countIn('takenBack', calls)
  const aside = gone > 0 ? `, ${toNumber(gone)} of them taken back,` : ''
  return `${countOf(calls.length, 'call')}${aside} ${spanText({ from: first.from, to: last.to })}`
}

/** Measures the frame as long as the chart is visible. */
function useWidth(frame: { current: HTMLElement | null }, isVisible: boolean): void {
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => {
      // While an entry takes the place of the list on a narrow screen, the chart has no width.
      if (element.clientWidth > 0) width.value = element.clientWidth
    }
    // The observer tells the first width as well, before anything is painted.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isVisible])
}
