import { toDistance } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'

const WIDTH = 900
const LEFT = 20
const LANES = 4
const LETTER = 7

/**
 * Upcoming events on a line that starts now. The scale is logarithmic, because events can be seconds or
 * years away.
 */
export function Timeline() {
  const events = account.value!.next_events
  const now = accountNow.value
  const farthest = Math.max(60_000, ...events.map(({ at }) => Date.parse(at) - now))
  const xOf = (ms: number) =>
    LEFT + ((WIDTH - 2 * LEFT) * Math.log1p(Math.max(0, ms) / 1_000)) / Math.log1p(farthest / 1_000)
  const ticks = [60_000, 3_600_000, 86_400_000, 30 * 86_400_000].filter((ms) => ms < farthest)
  const said = events
    .map(({ at, event }) => `${event} ${toDistance(Date.parse(at) - now)}`)
    .join(', ')
  return (
    <svg
      class="timeline"
      viewBox={`0 0 ${WIDTH} 96`}
      role="img"
      aria-label={`Upcoming events: ${said}`}
    >
      <line class="axis" x1={LEFT} y1="70" x2={WIDTH - LEFT} y2="70" />
      <text x={LEFT} y="90">
        now
      </text>
      {ticks.map((ms) => (
        <g key={ms}>
          <line class="tick" x1={xOf(ms)} y1="66" x2={xOf(ms)} y2="74" />
          <text class={xOf(ms) > WIDTH - 3 * LEFT ? 'end' : 'middle'} x={xOf(ms)} y="90">
            {{ 60_000: '1 min', 3_600_000: '1 h', 86_400_000: '1 day' }[ms] ?? '30 days'}
          </text>
        </g>
      ))}
      {inLanes(events.map(({ at, event }) => ({ x: xOf(Date.parse(at) - now), event }))).map(
        ({ x, event, lane }, index) => {
          const y = 12 + lane * 14
          return (
            <g key={index}>
              <circle class="event" cx={x} cy="70" r="4" />
              {lane >= 0 && (
                <>
                  <line class="stem" x1={x} y1={y} x2={x} y2="70" />
                  <text class={isLate(x) ? 'end' : ''} x={isLate(x) ? x - 5 : x + 5} y={y + 4}>
                    {event}
                  </text>
                </>
              )}
            </g>
          )
        },
      )}
    </svg>
  )
}

/** On the right half, labels are to the left of their events. */
function isLate(x: number): boolean {
  return x > WIDTH / 2
}

/** Puts each label in the first lane with room for it, or in lane -1 (hidden); the list below shows all events. */
function inLanes(events: readonly { x: number; event: string }[]) {
  const ends = Array.from({ length: LANES }, () => -Infinity)
  return events.map(({ x, event }) => {
    const width = event.length * LETTER + 10
    const left = isLate(x) ? x - width : x
    const lane = ends.findIndex((end) => end <= left)
    if (lane >= 0) ends[lane] = left + width
    return { x, event, lane }
  })
}
