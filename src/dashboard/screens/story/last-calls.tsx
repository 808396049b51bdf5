import { computed } from '@preact/signals'
import { takenBack } from '../../state/story.ts'
import { useState } from 'preact/hooks'
import { ToneShape } from '../../components/outcome-mark.tsx'
import { useWidth } from '../../components/use-width.ts'
import { sentenceOf } from '../../labels/items.ts'
import { statusLabel, toneLabels, toneOf, tones, type Tone } from '../../labels/tones.ts'
import type { RequestEntry } from '../../state/types.ts'
import { countOf, toNumber } from '../../../text/numbers.ts'
import { toDay, toTime, toTimeOfDay } from '../../../words/times.ts'
import { rows } from './story-view.ts'

/** The least width of a bar with its gap, as in last-calls.css. */
const BAR_PX = 10

/** The calls that the list has, oldest first. */
const calls = computed(() =>
  rows.value.flatMap(({ item }) => (item.type === 'call' ? [item] : [])).toReversed(),
)

/** A bar for each of the last calls, as many as there is room for; one that is pressed is shown in the list. */
export function LastCalls({ show }: { show: (id: string) => void }) {
  const { element, width } = useWidth<HTMLDivElement>()
  const fitting = Math.floor(width / BAR_PX)
  const bars = fitting > 0 ? calls.value.slice(-fitting) : []
  /** The bar that the keys are at, or that was pressed. */
  const [chosen, setChosen] = useState('')
  const at = bars.find(({ id }) => id === chosen)
  /** The list says how many calls there are. */
  const isPart = bars.length < calls.value.length
  const choose = (id: string) => {
    setChosen(id)
    show(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if ((event.key === 'Enter' || event.key === ' ') && at) choose(at.id)
    else {
      const moved = moveBy(event.key, bars, at)
      if (!moved) return
      setChosen(moved.id)
    }
    event.preventDefault()
  }
  const listbox = bars.length > 0 && {
    tabIndex: 0,
    role: 'listbox' as const,
    'aria-orientation': 'horizontal' as const,
    'aria-label': nameOf(bars),
    'aria-describedby': 'bars-keys',
    'aria-activedescendant': at && `bar-${at.id}`,
    onKeyDown,
  }
  return (
    <div class="last-calls">
      <div ref={element} class="bars" {...listbox}>
        {bars.map((call) => (
          <Bar key={call.id} call={call} isChosen={call === at} choose={choose} />
        ))}
      </div>
      <div class="bars-words">
        {(at || isPart) && <p>{at ? callText(at) : countText(bars.length)}</p>}
        {bars.length > 0 && (
          <p class="hint">
            <Counts bars={bars} />
            <span class="by-pointer">Press a bar to see the call in the list.</span>
            <span id="bars-keys" class="by-keys">
              Arrow keys choose a call, Enter shows it in the list.
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

type BarProps = { call: RequestEntry; isChosen: boolean; choose: (id: string) => void }

function Bar({ call, isChosen, choose }: BarProps) {
  const isGone = takenBack.value.has(call.order)
  return (
    <div
      id={`bar-${call.id}`}
      class={`call-bar ${isGone ? 'gone' : toneOf(call.response.status)}`}
      role="option"
      aria-selected={isChosen}
      aria-label={callText(call)}
      title={callText(call)}
      onClick={() => choose(call.id)}
    >
      <i />
    </div>
  )
}

/** The call that a key leads to. */
function moveBy(key: string, bars: readonly RequestEntry[], at: RequestEntry | undefined) {
  const index = at ? bars.indexOf(at) : -1
  switch (key) {
    case 'ArrowLeft':
      return bars.at(index < 0 ? -1 : Math.max(0, index - 1))
    case 'ArrowRight':
      return bars[Math.min(bars.length - 1, index + 1)]
    case 'Home':
      return bars[0]
    case 'End':
      return bars.at(-1)
    default:
      return undefined
  }
}

/** `● Worked 12  ◆ Try later 2  ▢ Taken back 4`. */
function Counts({ bars }: { bars: readonly RequestEntry[] }) {
  const hold = bars.filter(({ order }) => !takenBack.value.has(order))
  const gone = bars.length - hold.length
  const countIn = (tone: Tone) =>
    hold.filter(({ response }) => toneOf(response.status) === tone).length
  return (
    <>
      {tones.map((tone) => {
        const count = countIn(tone)
        if (count === 0) return null
        return (
          <span key={tone} class="inline">
            <ToneShape tone={tone} size={10} /> {toneLabels[tone]} {toNumber(count)}
          </span>
        )
      })}
      {gone > 0 && (
        <span class="inline">
          <i class="gone-mark" /> Taken back {toNumber(gone)}
        </span>
      )}
    </>
  )
}

/** `12:00:10, 400 A value was refused`. */
function callText(call: RequestEntry): string {
  const time = toTimeOfDay(Date.parse(call.at))
  const gone = takenBack.value.has(call.order) ? ', taken back' : ''
  return `${time}, ${statusLabel(call.response.status)} ${sentenceOf(call)}${gone}`
}

/** `14 calls`, or `The last 40 of 312 calls`. */
function countText(count: number): string {
  const all = calls.value.length
  return count < all
    ? `The last ${toNumber(count)} of ${countOf(all, 'call')}`
    : countOf(all, 'call')
}

/** `14 calls from 12:00:00 to 12:13:00`; with days if there are two. */
function nameOf(bars: readonly RequestEntry[]): string {
  const [from, to] = [Date.parse(bars[0]!.at), Date.parse(bars.at(-1)!.at)] // at least one call
  const format = toDay(from) === toDay(to) ? toTimeOfDay : toTime
  return `${countText(bars.length)} from ${format(from)} to ${format(to)}`
}
