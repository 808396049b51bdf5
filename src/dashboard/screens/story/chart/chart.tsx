import { useComputed } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ToneShape } from '../../../components/outcome-mark.tsx'
import { countOf, toNumber } from '../../../labels/numbers.ts'
import { toneLabels, toneOf, tones } from '../../../labels/outcomes.ts'
import { isWithin } from '../matches.ts'
import { spanText } from '../spans.ts'
import * as view from '../story-view.ts'
import { toAxis, type Axis } from './axis.ts'
import { Bars } from './bars.tsx'
import { useBrush } from './brush.ts'

/** The calls over the account's clock. A stretch that is selected filters the list below. */
export function Chart() {
  const calls = useComputed(() => {
    const within = view.zoom.value
    return view.listed.value
      .filter((item) => item.type === 'call')
      .filter((call) => within === null || isWithin(call, within))
  }).value
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, calls.length > 0)
  const axis = useMemo(() => toAxis(calls, width), [calls, width])
  const { handlers, dragged } = useBrush(axis, frame)
  if (calls.length === 0 && view.zoom.value === null) return null
  const selected = dragged ?? view.span.value
  const counted = selected === null ? calls : calls.filter((call) => isWithin(call, selected))
  return (
    <div class="chart">
      <div
        ref={frame}
        class="chart-frame"
        tabIndex={0}
        role="application"
        aria-roledescription="chart"
        aria-label={`Calls over the account’s clock: ${nameOf(axis, calls.length)}`}
        aria-describedby="chart-keys"
        {...handlers}
      >
        {width > 0 && <Bars axis={axis} width={width} selected={selected} />}
      </div>
      <p id="chart-keys" class="unseen">
        Arrow keys select a moment, with Shift a longer stretch. Enter zooms in, Escape shows all.
      </p>
      <div class="chart-words">
        <div>
          {/* Only a selection is announced: the count of all changes with every batch. */}
          <p role="status">
            {selected && `${capital(spanText(selected))}: ${countOf(counted.length, 'call')}`}
          </p>
          {selected === null && <p>{countOf(calls.length, 'call')}</p>}
          <p class="hint">
            {tones.map((tone) => {
              const count = counted.filter(
                ({ response }) => toneOf(response.status) === tone,
              ).length
              return (
                count > 0 && (
                  <span key={tone} class="inline">
                    <ToneShape tone={tone} size={10} /> {toneLabels[tone]} {toNumber(count)}
                  </span>
                )
              )
            })}
            {selected === null && <span>Press a bar, or drag, to look at a part.</span>}
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

/** `14 calls from 12:00:00 to 12:13:00`. */
function nameOf({ bins }: Axis, count: number): string {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return 'no calls'
  return `${countOf(count, 'call')} ${spanText({ from: first.from, to: last.to })}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The width of the chart in pixels, so that its texts are never distorted. */
function useWidth(frame: { current: HTMLElement | null }, isVisible: boolean): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    // While an entry takes the place of the list on a narrow screen, the chart has no width.
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    // The observer tells the first width as well, before anything is painted.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isVisible])
  return width
}
