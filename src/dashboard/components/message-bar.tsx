import { message } from '../state/message.ts'
import { undo } from '../state/perform.ts'

/**
 * The line below every screen: what the last action changed, or why it failed. It has a place of its
 * own, so that it covers nothing, and stays until the next message.
 */
export function MessageBar() {
  const visible = message.value
  return (
    <footer class="message-bar" aria-label="Last action">
      <p
        class={`message ${visible?.kind ?? ''}`}
        role={visible?.kind === 'error' ? 'alert' : 'status'}
      >
        {visible?.kind === 'error' && <b>Failed: </b>}
        {visible?.text}
      </p>
      {visible?.kind === 'error' && (
        <button type="button" onClick={() => (message.value = null)}>
          Close
        </button>
      )}
      <button type="button" onClick={() => void undo()}>
        Undo
      </button>
    </footer>
  )
}
