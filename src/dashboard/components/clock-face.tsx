import { toTime } from '../../words/times.ts'
import { accountNow } from '../state/account-clock.ts'
import { account } from '../state/account.ts'

/** The account's clock and its speed. */
export function ClockFace() {
  const clock = account.value?.clock
  if (!clock) return <span class="clock-face" />
  const mode = clock.mode === 'frozen' ? 'frozen' : clock.scale === 1 ? 'UTC' : `× ${clock.scale}`
  return (
    <span class="clock-face" aria-label={`The account's clock: ${toTime(accountNow.value)} UTC`}>
      <time>{toTime(accountNow.value)}</time> <small>{mode}</small>
    </span>
  )
}
