import { capitalized } from '../../../../words/capitals.ts'
import { comingEvent } from '../../../../words/events.ts'
import { operationNouns } from '../../../../words/operations.ts'
import { toDistance, toTime } from '../../../../words/times.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { ToldLine } from '../../../components/told-line.tsx'
import { accountNow } from '../../../state/account-clock.ts'
import { account } from '../../../state/store.ts'
import { MoveForward, RunFaster } from './clock-forms.tsx'

const steps = [
  ['30s', '+ 30 s'],
  ['5m', '+ 5 min'],
  ['1h', '+ 1 h'],
  ['1d', '+ 1 day'],
  ['31d', '+ 31 days'],
] as const

/** Moves the account's clock, and lists what is coming on it. */
export function ClockTab() {
  return (
    <>
      <div class="presets" role="group" aria-label="Move forward">
        {steps.map(([by, words]) => (
          <Move key={by} args={{ by }}>
            {words}
          </Move>
        ))}
        <Move args={{ to: 'utc_midnight' }}>To 00:00 UTC</Move>
      </div>
      <ToldLine place="clock" />
      <Coming />
      <details>
        <summary>Any time, any speed …</summary>
        <MoveForward />
        <Speed />
        <RunFaster />
      </details>
    </>
  )
}

type MoveProps = { args: { by: string } | { to: string }; label?: string; children: string }

function Move(props: MoveProps) {
  return <ActionButton place="clock" action="advance_clock" {...props} />
}

function Speed() {
  const { mode, scale } = account.value!.clock
  const isFrozen = mode === 'frozen'
  return (
    <div class="row" role="group" aria-label="Speed">
      {!isFrozen && (
        <ActionButton place="clock" action="freeze_clock">
          Stop the clock
        </ActionButton>
      )}
      {(isFrozen || scale !== 1) && (
        <ActionButton place="clock" action="resume_clock" args={{ scale: 1 }}>
          Run at real speed
        </ActionButton>
      )}
    </div>
  )
}

/** The coming events, each with a button that moves the clock there, and the steps before requests. */
function Coming() {
  const { next_events: events, steps_at_calls: stepsAtRequests } = account.value!
  if (events.length + stepsAtRequests.length === 0) {
    return <p class="hint">Nothing is coming on this clock. A request begins a minute.</p>
  }
  return (
    <ol class="coming" aria-label="Coming events">
      {stepsAtRequests.map(({ in_calls: count, operation, do: action }, at) => (
        <li key={at}>
          <span>
            {comingEvent('timeline', { do: action })} <small>{beforeWhich(count, operation)}</small>
          </span>
        </li>
      ))}
      {events.map(({ at, event, ...details }, index) => {
        const words = capitalized(comingEvent(event, details))
        const time = toTime(Date.parse(at))
        return (
          <li key={index}>
            <span>
              {words} <small title={time}>{toDistance(Date.parse(at) - accountNow.value)}</small>
            </span>
            <Move args={{ to: at }} label={`Go there: ${words}, ${time}`}>
              Go there
            </Move>
          </li>
        )
      })}
    </ol>
  )
}

/** `before the next request`, `before creation 3 from now`. */
function beforeWhich(count: number, operation: string): string {
  const [noun] = operationNouns(operation)
  return count === 1 ? `before the next ${noun}` : `before ${noun} ${count} from now`
}
