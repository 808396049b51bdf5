import { useWidth } from '../../components/use-width.ts'
import { comingEvent } from '../../../words/events.ts'
import { toDistance } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'

const EDGE = 20
const LANES = 5
const LANE = 18
const AXIS = LANES * LANE + 14
/** The width of a letter of the labels, at most. */
const LETTER = 7.5
/** A narrower place shows only the list below. */
const MIN_WIDTH = 520

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ticks = [
  [MINUTE, '1 min'],
  [HOUR, '1 h'],
  [DAY, '1 day'],
  [30 * DAY, '30 days'],
  [365 * DAY, '1 year'],
] as const

/**
 * Upcoming events on a line that starts now. The scale is logarithmic, because events can be seconds or
 * years away.
 */
export function Timeline() {
  const { element, width } = useWidth<HTMLDivElement>()
  return (
    <div ref={element} class="timeline">
      {width >= MIN_WIDTH && <Line width={width} />}
    </div>
  )
}

function Line({ width }: { width: number }) {
  const now = accountNow.value
  const events = account.value!.next_events.map(({ at, event, ...details }) => ({
    left: Date.parse(at) - now,
    words: comingEvent(event, details),
  }))
  const farthest = Math.max(MINUTE, ...events.map(({ left }) => left))
  const xOf = (ms: number) =>
    EDGE + ((width - 2 * EDGE) * Math.log1p(Math.max(0, ms) / 1_000)) / Math.log1p(farthest / 1_000)
  const said = events.map(({ words, left }) => `${words} ${toDistance(left)}`).join(', ')
  const placed = events.map(({ left, words }) => ({ x: xOf(left), words }))
  return (
    <svg width={width} height={AXIS + 30} role="img" aria-label={`Upcoming events: ${said}`}>
      <line class="axis" x1={EDGE} y1={AXIS} x2={width - EDGE} y2={AXIS} />
      <text x={EDGE} y={AXIS + 22}>
        now
      </text>
      {ticks
        .filter(([ms]) => ms < farthest)
        .map(([ms, label]) => (
          <g key={ms}>
            <line class="tick" x1={xOf(ms)} y1={AXIS - 4} x2={xOf(ms)} y2={AXIS + 4} />
            <text class={xOf(ms) > width - 3 * EDGE ? 'end' : 'middle'} x={xOf(ms)} y={AXIS + 22}>
              {label}
            </text>
          </g>
        ))}
      {inLanes(placed, width).map(({ x, words, lane, isLate }, index) => {
        const y = 14 + lane * LANE
        return (
          <g key={index}>
            <circle class="event" cx={x} cy={AXIS} r="4" />
            {lane >= 0 && (
              <>
                <line class="stem" x1={x} y1={y} x2={x} y2={AXIS} />
                <text class={isLate ? 'end' : ''} x={isLate ? x - 5 : x + 5} y={y + 1}>
                  {words}
                </text>
              </>
            )}
          </g>
        )
      })}
    </svg>
  )
}

type EventLabel = { x: number; words: string }

/**
 * Puts each label in the first lane with room for it, or in lane -1 (hidden); the list below shows all
 * events. On the right half, labels are to the left of their events.
 */
function inLanes(events: readonly EventLabel[], width: number) {
  const taken: { lane: number; from: number; to: number }[] = []
  return events.map(({ x, words }) => {
    const isLate = x > width / 2
    const length = words.length * LETTER + 10
    const from = isLate ? x - length : x - 5
    const to = isLate ? x + 5 : x + length
    const isFree = (lane: number) =>
      taken.every((other) => other.lane !== lane || other.to <= from || other.from >= to)
    const found = from < 0 || to > width ? -1 : lanes.findIndex(isFree)
    if (found >= 0) taken.push({ lane: found, from, to })
    return { x, words, isLate, lane: found }
  })
}

const lanes = Array.from({ length: LANES }, (_, lane) => lane)
