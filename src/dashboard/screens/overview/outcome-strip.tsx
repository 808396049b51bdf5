import { countOf } from '../../../words/numbers.ts'
import { statusLabel, toneLabels, toneOf, tones } from '../../labels/tones.ts'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { calls } from '../../state/story.ts'

const VISIBLE_OUTCOMES = 60
const STEP = 12

/** The last calls as a strip, oldest on the left. Each kind of response has its own height and colour. */
export function OutcomeStrip() {
  const recent = calls.value.slice(0, VISIBLE_OUTCOMES).toReversed()
  if (recent.length === 0) return null
  const said = `The last ${countOf(recent.length, 'call')}: ${countTones(recent.map(({ response }) => response.status))}`
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${VISIBLE_OUTCOMES * STEP} 24`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={said}
    >
      {recent.map(({ id, response: { status }, outcome }, index) => {
        const tone = toneOf(status)
        const height = { good: 8, limit: 14, refused: 19, broken: 24 }[tone]
        return (
          <rect
            key={id}
            class={`tone ${tone}`}
            x={index * STEP}
            y={24 - height}
            width={STEP - 3}
            height={height}
            rx="1.5"
          >
            <title>{`${statusLabel(status)} ${outcomeLabel(outcome)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** `40 worked, 2 refused`. */
function countTones(statuses: readonly number[]): string {
  const found = tones.map(
    (tone) => [tone, statuses.filter((status) => toneOf(status) === tone)] as const,
  )
  return found
    .filter(([, each]) => each.length > 0)
    .map(([tone, each]) => `${each.length} ${toneLabels[tone].toLowerCase()}`)
    .join(', ')
}
