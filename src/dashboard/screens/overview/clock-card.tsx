import { FoldingCard } from '../../components/folding-card.tsx'
import { toDistance, toTimeOfDay } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { linkTo } from '../../state/route.ts'
import { ClockSteps, eventWords, ToNextEvent } from '../clock/clock-steps.tsx'

/** Moves the clock by what is asked for most, and says what it meets next. */
export function ClockCard() {
  const { clock, next_events: events } = account.value!
  const [next] = events
  return (
    <FoldingCard
      id="clock"
      title="Move the clock"
      state={`${toTimeOfDay(accountNow.value)}${clock.mode === 'frozen' ? ', stopped' : ''}`}
    >
      <div class="row">
        <ClockSteps />
        <ToNextEvent />
      </div>
      <p class="row spread hint">
        <span>
          {next
            ? `Next: ${eventWords(next)} ${toDistance(Date.parse(next.at) - accountNow.value)}.`
            : 'No event is coming.'}
        </span>
        <a href={linkTo({ screen: 'clock' })}>All events</a>
      </p>
    </FoldingCard>
  )
}
