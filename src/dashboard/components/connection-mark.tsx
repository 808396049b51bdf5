import { connection } from '../state/live.ts'

/** Whether the page shows what happens as it happens. */
export function ConnectionMark() {
  const isLive = connection.value === 'live'
  return (
    <span class={`live ${isLive ? 'is-live' : 'is-lost'}`} role="status">
      <span class="dot" aria-hidden="true" />
      {isLive ? 'Live' : 'Connection lost, reconnecting …'}
    </span>
  )
}
