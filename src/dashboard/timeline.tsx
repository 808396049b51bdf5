import { accountNow } from './account-clock.ts'
import { account } from './sandbox.ts'
import { toDistance } from './words.ts'

const WIDTH = 900
const LEFT = 20
const LANES = 3

/**
 * What comes next as a line from now on. Seconds and years stand on one line, so distances are
 * logarithmic: each tick is some sixty times as far as the one before.
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
      aria-label={`From now on: ${said}`}
    >
      <line class="axis" x1={LEFT} y1="70" x2={WIDTH - LEFT} y2="70" />
      <text x={LEFT} y="90">
        now
      </text>
      {ticks.map((ms) => (
        <g key={ms}>
          <line class="tick" x1={xOf(ms)} y1="66" x2={xOf(ms)} y2="74" />
          <text class="middle" x={xOf(ms)} y="90">
            {{ 60_000: '1 min', 3_600_000: '1 h', 86_400_000: '1 day' }[ms] ?? '30 days'}
          </text>
        </g>
      ))}
      {events.map(({ at, event }, index) => {
        const x = xOf(Date.parse(at) - now)
        const y = 14 + (index % LANES) * 17
        return (
          <g key={index}>
            <line class="stem" x1={x} y1={y} x2={x} y2="70" />
            <circle class="event" cx={x} cy="70" r="4" />
            <text class={x > WIDTH / 2 ? 'end' : ''} x={x > WIDTH / 2 ? x - 5 : x + 5} y={y + 4}>
              {event}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
