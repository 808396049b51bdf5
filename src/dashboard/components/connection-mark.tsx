import { isReadOnly } from '../state/host.ts'
import { connection } from '../state/store.ts'

const states = {
  live: 'Live',
  lost: 'Connection lost, reconnecting …',
  recorded: 'Recorded',
}

/** Whether the page shows what happens as it happens. */
export function ConnectionMark() {
  const state = isReadOnly.value ? 'recorded' : connection.value
  return (
    <span class={`live ${state}`} role="status">
      {states[state]}
    </span>
  )
}
