import { connection } from '../state/connection.ts'

/** Whether the page shows what happens as it happens. */
export function ConnectionMark() {
  const isLive = connection.value === 'live'
  return (
    <span class={`live ${isLive ? 'is-live' : 'is-lost'}`} role="status">
      <span class="dot" aria-hidden="true" />
      <span>{isLive ? 'Live' : 'Connection lost, reconnecting …'}</span>
    </span>
  )
}
