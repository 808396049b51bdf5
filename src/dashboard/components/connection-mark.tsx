import { connection } from '../state/store.ts'

/** Whether the page shows what happens as it happens. */
export function ConnectionMark() {
  const isLive = connection.value === 'live'
  return (
    <span class={isLive ? 'live' : 'live lost'} role="status">
      {isLive ? 'Live' : 'Connection lost, reconnecting …'}
    </span>
  )
}
