import { ActionButton } from '../../components/action-button.tsx'
import { comingEvent } from '../../../words/events.ts'
import { account } from '../../state/account.ts'
import type { Account } from '../../state/types.ts'

const steps = [
  ['30s', '+ 30 s'],
  ['5m', '+ 5 min'],
  ['1h', '+ 1 h'],
  ['1d', '+ 1 day'],
  ['31d', '+ 31 days'],
] as const

/** Moves the clock forward by what is asked for most. */
export function ClockSteps() {
  return (
    <>
      {steps.map(([by, words]) => (
        <ActionButton key={by} action="advance_clock" args={{ by }}>
          {words}
        </ActionButton>
      ))}
    </>
  )
}

export function ToNextEvent() {
  const [next] = account.value!.next_events
  return (
    <ActionButton
      action="advance_clock"
      args={{ to: 'next_event' }}
      refused={next ? undefined : 'No event is coming: make a call or start something first.'}
    >
      To the next event
    </ActionButton>
  )
}

/** `Trial ends`. */
export function eventWords({ at: _at, event, ...details }: Account['next_events'][number]): string {
  return comingEvent(event, details)
}
