import { useRef, useState } from 'preact/hooks'
import type { Span } from '../matches.ts'
import { setFilter, span, zoom } from '../story-view.ts'
import { totalOf, type Axis } from './axis.ts'

/** A stretch selected by pointer, touch or keys: from the bin where it began to where it is now. */
export function useBrush(axis: Axis, frame: { current: HTMLElement | null }) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  /** The bin where a selection by keys began, by its time: bins change while calls come in. */
  const anchor = useRef(0)

  const binUnder = (clientX: number) => {
    const x = clientX - (frame.current?.getBoundingClientRect().left ?? 0)
    const found = axis.bins.findLastIndex((bin) => bin.x <= x)
    return Math.max(0, found)
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || axis.bins.length === 0) return
    frame.current?.setPointerCapture(event.pointerId)
    const start = binUnder(event.clientX)
    setDrag({ start, end: start })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag) setDrag({ ...drag, end: binUnder(event.clientX) })
  }
  const onPointerUp = () => {
    if (!drag) return
    setDrag(null)
    const selected = spanOf(axis, drag.start, drag.end)
    if (!selected) return
    anchor.current = selected.from
    setFilter({ span: selected })
    if (drag.start !== drag.end) zoomTo(axis, selected)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isKnown = selectByKey(event, axis, anchor)
    if (isKnown) event.preventDefault()
  }

  return {
    dragged: drag && (spanOf(axis, drag.start, drag.end) ?? null),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => setDrag(null),
      onKeyDown,
    },
  }
}

/** Returns whether the key means something here. */
function selectByKey(
  { key, shiftKey }: KeyboardEvent,
  axis: Axis,
  anchor: { current: number },
): boolean {
  const selected = span.value
  if (key === 'Escape' && selected) setFilter({ span: null })
  else if (key === 'Enter' && selected) zoomTo(axis, selected)
  else {
    const last = axis.bins.length - 1
    if (last < 0) return false
    const start = indexAt(axis, anchor.current)
    const head = selected ? headOf(axis, selected, start) : -1
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: head < 0 ? last : head - 1,
      ArrowRight: head < 0 ? 0 : head + 1,
      Home: 0,
      End: last,
    }
    const moved = moves[key]
    if (moved === undefined) return false
    const end = Math.min(last, Math.max(0, moved))
    const from = shiftKey && head >= 0 ? start : end
    anchor.current = axis.bins[from]!.from
    setFilter({ span: spanOf(axis, from, end) ?? null })
  }
  return true
}

/** A stretch without calls would be an empty chart. */
function zoomTo({ bins }: Axis, selected: Span): void {
  const isAny = bins.some(
    (bin) => bin.from < selected.to && bin.to > selected.from && totalOf(bin) > 0,
  )
  if (isAny) zoom.value = selected
}

/** The end of the selection that moves: the one that is not its start. */
function headOf(axis: Axis, selected: Span, start: number): number {
  const [first, last] = [indexAt(axis, selected.from), indexAt(axis, selected.to - 1)]
  return start === first ? last : first
}

/** The bin of a time; the nearest one before it, if the time is folded. */
function indexAt({ bins }: Axis, ms: number): number {
  return Math.max(
    0,
    bins.findLastIndex(({ from }) => from <= ms),
  )
}

function spanOf({ bins }: Axis, start: number, end: number): Span | undefined {
  const first = bins[Math.min(start, end)]
  const last = bins[Math.max(start, end)]
  return first && last && { from: first.from, to: last.to }
}
