import { ActionButton } from '../../components/action-button.tsx'
import { Reasons } from '../../components/form/reasons.tsx'
import { toNumber } from '../../../text/numbers.ts'
import { toTime } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { Coming } from './coming.tsx'
import { ClockSteps, eventWords, ToNextEvent } from './clock-steps.tsx'
import { MoveForward, RunFaster } from './clock-forms.tsx'

/** The account's clock and its upcoming events. */
export function ClockScreen() {
  return (
    <div class="clock-screen">
      <section class="card" aria-labelledby="clock-now">
        <h2 id="clock-now">{toTime(accountNow.value)} UTC</h2>
        <p class="hint">
          {paceOf(account.value!.clock)} It goes back only when the account does, as with Undo or a
          reset.
        </p>
        <Leaps />
        <h3>Move forward</h3>
        <div class="row">
          <ClockSteps />
        </div>
        <MoveForward />
        <h3>Speed</h3>
        <Speed />
      </section>
      <section class="card" aria-labelledby="coming">
        <h2 id="coming">Upcoming events</h2>
        <Coming />
      </section>
    </div>
  )
}

function paceOf({ mode, scale }: { mode: string; scale: number }): string {
  if (mode === 'frozen') return 'The clock is stopped (frozen).'
  return scale === 1
    ? 'The clock runs at real speed.'
    : `The clock runs ${toNumber(scale)} times as fast as real time.`
}

/** Leaps to times with a name. Those that are not there say so. */
function Leaps() {
  const { next_events: events, usage } = account.value!
  const [next] = events
  const isMinuteOpen = usage.burst.resets_in !== null
  return (
    <Reasons hint={next && `The next event: ${eventWords(next)}.`}>
      <div class="row">
        <ToNextEvent />
        <ActionButton
          action="advance_clock"
          args={{ to: 'burst_reset' }}
          refused={isMinuteOpen ? undefined : 'No minute is open: one begins with the next call.'}
        >
          To the new minute
        </ActionButton>
        <ActionButton action="advance_clock" args={{ to: 'utc_midnight' }}>
          To 00:00 UTC
        </ActionButton>
      </div>
    </Reasons>
  )
}

function Speed() {
  const { mode, scale } = account.value!.clock
  const isFrozen = mode === 'frozen'
  return (
    <>
      <div class="row">
        {isFrozen ? (
          <ActionButton action="resume_clock">Resume clock</ActionButton>
        ) : (
          <ActionButton action="freeze_clock">Freeze clock</ActionButton>
        )}
        {[1, 10, 60].map((times) => (
          <ActionButton
            key={times}
            action="resume_clock"
            args={{ scale: times }}
            refused={!isFrozen && times === scale ? 'The clock runs at this speed.' : undefined}
          >
            {times === 1 ? 'Real speed' : `${times} × as fast`}
          </ActionButton>
        ))}
      </div>
      <RunFaster />
    </>
  )
}
