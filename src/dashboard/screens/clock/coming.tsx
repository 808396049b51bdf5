import { Code } from '../../components/code.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { comingEvent } from '../../../words/events.ts'
import { operationNouns } from '../../../words/operations.ts'
import { toDistance, toTime } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { Timeline } from './timeline.tsx'

/**
 * The coming events on the account's clock, each with a button that moves the clock there, and the steps before calls.
 */
export function Coming() {
  return (
    <>
      <OnTheClock />
      <BeforeCalls />
    </>
  )
}

function BeforeCalls() {
  const { steps_at_calls: steps } = account.value!
  if (steps.length === 0) return null
  return (
    <>
      <h3>Right before calls</h3>
      <ul class="coming">
        {steps.map(({ in_calls: count, operation, do: action }, index) => (
          <li key={index}>
            <span class="what">{comingEvent('timeline', { do: action })}</span>
            <span class="when">{beforeWhich(count, operation)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `before the next call`, `before creation 3 from now`. */
function beforeWhich(count: number, operation: string): string {
  const [noun] = operationNouns(operation)
  return count === 1 ? `before the next ${noun}` : `before ${noun} ${count} from now`
}

function OnTheClock() {
  const { next_events: events } = account.value!
  if (events.length === 0) {
    return (
      <p class="hint">
        No event is coming. A call opens a minute; a trial, an alias that expires or something armed
        for a while ends later.
      </p>
    )
  }
  return (
    <>
      <Timeline />
      <ol class="coming">
        {events.map(({ at, event, ...details }, index) => {
          const words = comingEvent(event, details)
          const time = toTime(Date.parse(at))
          return (
            <li key={index}>
              <span class="what">
                {words}
                <Code>{event}</Code>
              </span>
              <span class="when">
                <time>{time}</time> <small>{toDistance(Date.parse(at) - accountNow.value)}</small>
              </span>
              <ActionButton
                action="advance_clock"
                args={{ to: at }}
                label={`Go there: ${words}, ${time}`}
              >
                Go there
              </ActionButton>
            </li>
          )
        })}
      </ol>
    </>
  )
}
