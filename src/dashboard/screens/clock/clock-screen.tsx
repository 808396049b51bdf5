import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { toDistance, toTime } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { perform } from '../../state/perform.ts'
import { Timeline } from './timeline.tsx'

const leaps = [
  ['next_event', 'To the next event'],
  ['burst_reset', 'To the reset of the minute limit'],
  ['utc_midnight', 'To 00:00 UTC'],
] as const
const steps = ['30s', '5m', '1h', '1d', '31d'] as const

/** The account's clock and its upcoming events. */
export function ClockScreen() {
  const { clock, next_events: events } = account.value!
  const [by, setBy] = useState('')
  const isFrozen = clock.mode === 'frozen'
  return (
    <>
      <section class="card" aria-labelledby="clock-now">
        <h2 id="clock-now">{toTime(accountNow.value)} UTC</h2>
        <p class="hint">
          {isFrozen ? 'The clock is frozen' : `The clock runs ${paceOf(clock.scale)}`}. It never
          goes back, except after a reset.
        </p>
        <div class="row">
          {leaps.map(([to, words]) => (
            <ActionButton key={to} action="advance_clock" args={{ to }}>
              {words}
            </ActionButton>
          ))}
        </div>
        <div class="row">
          {steps.map((step) => (
            <ActionButton key={step} action="advance_clock" args={{ by: step }}>
              {`+ ${step}`}
            </ActionButton>
          ))}
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault()
              void perform('advance_clock', { by })
            }}
          >
            <label class="field inline">
              <span>By</span>
              <input
                value={by}
                size={8}
                required
                placeholder="1d12h"
                onInput={({ currentTarget }) => setBy(currentTarget.value)}
              />
            </label>
            <button type="submit">Advance</button>
          </form>
        </div>
        <div class="row">
          {isFrozen ? (
            <ActionButton action="resume_clock">Resume clock</ActionButton>
          ) : (
            <ActionButton action="freeze_clock">Freeze clock</ActionButton>
          )}
          {[1, 10, 60].map((scale) => (
            <ActionButton key={scale} action="resume_clock" args={{ scale }}>
              {scale === 1 ? 'Real speed' : `${scale} × as fast`}
            </ActionButton>
          ))}
        </div>
      </section>
      <section class="card" aria-labelledby="coming">
        <h2 id="coming">Upcoming events</h2>
        {events.length === 0 ? (
          <p class="hint">No upcoming events.</p>
        ) : (
          <>
            <Timeline />
            <ol class="coming">
              {events.map(({ at, event, ...details }, index) => (
                <li key={index}>
                  <time>{toTime(Date.parse(at))}</time>
                  <b>{event}</b>
                  <span>{Object.values(details).map(String).join(' ')}</span>
                  <small>{toDistance(Date.parse(at) - accountNow.value)}</small>
                  <ActionButton
                    action="advance_clock"
                    args={{ to: at }}

                    label={`Go to this time: ${event} at ${at}`}
                  >
                    Go to this time
                  </ActionButton>
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
    </>
  )
}

function paceOf(scale: number): string {
  return scale === 1 ? 'at real speed' : `${scale} × as fast as real time`
}
